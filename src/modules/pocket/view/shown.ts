import { clock, dayOf } from 'guidon-design/formats'
import type { Locale } from '../../../kit/words/words.ts'
import type { Pocket, TripInPocket } from '../../on-the-road/pocket.ts'
import { nameIn, type Translate, wordsIn } from '../../page-words.ts'
import { zoneAt } from '../../place/road/rules.ts'

/** What a page knows besides the trips. The service writes it into the page, so that the script needs no other read. */
export type Settings = {
  locale: Locale
  /** Where pages of this language begin: nothing, or `/en`. */
  base: string
  /** The zone and the currency of the agency. */
  zone: string
  currency: string
  currencies: readonly string[]
  /** The words of codes in the language of the page, by list. */
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type Account = Pocket['account']
export type Person = TripInPocket['people'][number]

/** An entry on the phone that the service has not confirmed. */
export type Waiting = {
  nth: number
  account: Account
  trip: { id: number; serial: string }
  kind: EntryKind
  body: { entry_id: string; entered_at: string; entered_by: number } & Record<string, unknown>
  photos: readonly { size: number }[]
  /** The record, once the service has the words; only photographs wait then. */
  record?: number
  refused?: Refused
}
export type EntryKind = 'day-notes' | 'roll-calls' | 'expenses' | 'incidents'
export type Refused = { code: string; says: string; faults: Record<string, string[]> }

/** A roll call that is not finished. */
export type OpenCall = { name: string; place: string; present: readonly number[] }

/** What a page of one trip shows. Without `onPhone` it is written by the service, and nothing can be entered. */
export type Shown = {
  trip: TripInPocket
  /** The present instant, by the clock of the service. */
  now: string
  /** The day that is shown, at the place where the trip is. */
  day: string
  settings: Settings
  onPhone?: { entries: readonly Waiting[]; call: OpenCall | undefined }
}

/** A part of the page, which is drawn anew only when it has changed. */
export type Section = { id: string; tab: Tab | undefined; body: { markup: string } }
export const tabs = ['today', 'people', 'rooms', 'money', 'help'] as const
export type Tab = (typeof tabs)[number]

/** The present time at the place where a trip is. */
export function timeThere(trip: TripInPocket, now: string) {
  const zone = zoneAt(trip, now)
  return { zone, day: dayOf(now, zone), clock: clock(now, zone) }
}

/** The day that is shown first: today, or the nearest day of the trip. */
export function dayToShow(trip: TripInPocket, now: string, asked?: string) {
  const { departure_date: first, return_date: last } = trip
  const day = asked && /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : timeThere(trip, now).day
  return day < first ? first : day > last ? last : day
}

/** The word of a code; the code itself if it is not known. */
export function wordOf({ words }: Settings, list: string, code: string) {
  return words[list]?.[code] ?? code
}

export function translator({ locale }: Settings): Translate {
  return wordsIn(locale)
}

export function nameOf(of: { name: string; name_en: string | null }, { locale }: Settings) {
  return nameIn(of, locale)
}

/** Names in a row, as the language of the page writes them. */
export function listed(names: readonly string[], t: Translate) {
  return names.join(t('、', ', '))
}
