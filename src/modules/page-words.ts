import { moment } from 'guidon-design/formats'
import { type Locale, say } from '../kit/words/words.ts'

/** Returns the text in the language of the reader. */
export type Translate = (zh: string, en: string) => string
export function wordsIn(locale: Locale): Translate {
  return (zh, en) => say([zh, en], locale)
}

/** A day with the time at a place, and whose time it is. */
export function momentAt(instant: string, timeZone: string, locale: Locale) {
  const [at, zone] = [moment(instant, timeZone, locale), zoneIn(timeZone, locale)]
  return say([`${at}（${zone}）`, `${at} (${zone})`], locale)
}

/** A time zone in words. */
export function zoneIn(timeZone: string, locale: Locale) {
  if (timeZone === 'Asia/Taipei') return say(['台北時間', 'Taipei time'], locale)
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** A name in the language of the page; in Chinese if there is no other. */
export function nameIn({ name, name_en }: { name: string; name_en: string | null }, locale: Locale) {
  return say([name, name_en ?? name], locale)
}

/** The name of the agency as people say it, without the form of the company. */
export function brandOf(house: { name: string | null; name_en: string | null }, locale: Locale) {
  const name = nameIn({ ...house, name: house.name ?? 'Guidon' }, locale)
  return name.replace(/股份有限公司$|有限公司$|,? (Co\.,? )?(Ltd|Inc)\.?$/, '')
}
