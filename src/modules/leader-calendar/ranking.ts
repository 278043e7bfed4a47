import { Type } from 'typebox'
import { flag } from '../../kit/fields.ts'
import { expiryInWords, spanInWords } from '../../kit/words/days.ts'
import { plural, type Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import type { LanguageLevel } from '../tour-leaders/schema.ts'
import type { Clash } from './calendar.ts'

type Country = { id: number; iso_alpha2: string; name: string; name_en: string | null; needs_visa: boolean | null }
export type TripFacts = {
  id: number
  departure_date: string
  return_date: string
  area_id: number | null
  area: string | null
  area_en: string | null
  passport_until: string
  countries: Country[]
}
type Proficiency = 'learning' | 'qualified' | 'expert'
export type Rule = { priority: number; proficiency: Proficiency }
/** What a leader is and knows. */
export type Profile = {
  tour_leader: { id: number; leader_number: string; name: string; name_en: string | null }
  grade: 'trainee' | 'junior' | 'senior' | 'expert'
  status: string
  languages: { code: string; level: LanguageLevel }[]
  licenses: { type: string; expires_on: string | null }[]
  passport_expires_on: string | null
  min_rest_days: number
  countries: (Rule & { country_id: number; by: 'country' | 'region'; visa_valid_until: string | null })[]
}
/** What else a leader does around the days of a trip, and has done at its places. */
export type Time = { earlier_trips: number; days_led: number; gap: number | null; conflicts: Clash[] }
export type Facts = Profile & Time & { area: Rule | null }

/** A reason for the position of a candidate. A reason that blocks has no points; a final one cannot be overridden. */
export type Reason = { code: string; points: number; blocks: boolean; is_final: boolean; words: Words }
export type Candidate = Facts & { score: number; is_blocked: boolean; reasons: Reason[] }

/** A reason for or against a candidate, as it is shown. */
export const ShownReason = Type.Object({
  code: Type.String({ examples: ['country_priority'] }),
  points: Type.Integer({ examples: [66] }),
  blocks: flag(),
  is_final: flag(),
  label: Type.String({ examples: ['日本第 1 優先，專精'] }),
  label_en: Type.String({ examples: ['Japan: priority 1, expert'] }),
})

export function shownReason({ words: [label, label_en], ...reason }: Reason) {
  return { ...reason, label, label_en }
}

/** What prevents a leader from leading a trip besides the calendar: documents that expire before the return, and leave. */
export function unfitFor(trip: TripFacts, leader: Facts): Reason[] {
  return [...papers(trip, leader), ...leave(leader)].filter(({ blocks }) => blocks)
}

/** The best candidate first, excluded ones last; with equal points, the leader with fewer trips first. */
export function ranked(trip: TripFacts, leaders: Facts[]): Candidate[] {
  const average = averageOf(leaders)
  return leaders
    .map((leader) => candidateFor(trip, leader, average))
    .sort(
      (a, b) =>
        Number(a.is_blocked) - Number(b.is_blocked) ||
        b.score - a.score ||
        a.days_led - b.days_led ||
        a.tour_leader.id - b.tour_leader.id,
    )
}

/** How many days these leaders lead on average around a trip. */
export function averageOf(leaders: readonly Pick<Time, 'days_led'>[]) {
  return leaders.reduce((sum, { days_led }) => sum + days_led, 0) / Math.max(leaders.length, 1)
}

/** A leader as a candidate for a trip: the reasons with their points, and the sum of these. */
export function candidateFor(trip: TripFacts, leader: Facts, average: number): Candidate {
  const reasons = [
    ...destinations(trip, leader),
    ...languages(trip, leader),
    ...papers(trip, leader),
    ...time(leader, average),
  ]
  const score = reasons.reduce((sum, { points }) => sum + points, 0)
  return { ...leader, reasons, score, is_blocked: reasons.some(({ blocks }) => blocks) }
}

// A country counts more than any region. If a trip visits several countries, each counts for its share.
const base = { country: 60, region: 30 }
const skill = { learning: -4, qualified: 0, expert: 6 }
const skillWords: Record<Proficiency, Words> = {
  learning: ['學習中', 'learning'],
  qualified: ['合格', 'qualified'],
  expert: ['專精', 'expert'],
}
const pointsOf = (by: 'country' | 'region', { priority, proficiency }: Rule) =>
  base[by] - 3 * Math.min(priority - 1, 5) + skill[proficiency]

const destinations = ({ countries, area, area_en }: TripFacts, leader: Facts): Reason[] => {
  const known = leader.countries.flatMap((rule) => {
    const country = countries.find(({ id }) => id === rule.country_id)
    const points = Math.round(pointsOf(rule.by, rule) / countries.length)
    return country ? [destination(`${rule.by}_priority`, points, rule, country.name, country.name_en)] : []
  })
  if (known.length) return known
  if (leader.area)
    return [destination('region_priority', pointsOf('region', leader.area), leader.area, area ?? '', area_en)]
  return [reason('no_priority', 0, ['沒有這個目的地的優先順序', 'No priority for where it goes'])]
}
const destination = (
  code: string,
  points: number,
  { priority, proficiency }: Rule,
  name: string,
  name_en: string | null,
) => {
  const [zh, en] = skillWords[proficiency]
  return reason(code, points, [`${name}第 ${priority} 優先，${zh}`, `${name_en ?? name}: priority ${priority}, ${en}`])
}

const levels: Record<LanguageLevel, number> = { basic: 2, conversational: 5, fluent: 9, native: 10 }
const languages = ({ countries }: TripFacts, leader: Facts): Reason[] => {
  const wanted = [...new Set(countries.map(({ iso_alpha2 }) => languageOf(iso_alpha2)))]
  return leader.languages
    .filter(({ code }) => wanted.includes(code))
    .map(({ code, level }) =>
      reason('language', Math.round(levels[level] / wanted.length), [
        `會說${nameOf(code, 'zh-TW')}`,
        `Speaks ${nameOf(code, 'en')}`,
      ]),
    )
}
// Looked up once for each country: a proposal for a month asks twenty thousand times.
const spoken = new Map<string, string>()
const languageOf = (country: string) => {
  const language = spoken.get(country) ?? new Intl.Locale(`und-${country}`).maximize().language
  spoken.set(country, language)
  return language
}
const languageNames = {
  'zh-TW': new Intl.DisplayNames('zh-TW', { type: 'language' }),
  en: new Intl.DisplayNames('en', { type: 'language' }),
}
const nameOf = (code: string, locale: keyof typeof languageNames) => languageNames[locale].of(code) ?? code

// The licence of a leader: 外語 for every country, 華語 only for Hong Kong, Macau and mainland China. A domestic trip needs none.
const HOME = 'TW'
const CHINESE = ['HK', 'MO', 'CN']
const isChineseOnly = ({ type }: { type: string }) => /華語|mandarin/i.test(type) && !/外語|foreign/i.test(type)

const license = ({ countries, return_date }: TripFacts, { licenses }: Facts): Reason[] => {
  const abroad = countries.filter(({ iso_alpha2 }) => iso_alpha2 !== HOME)
  if (countries.length && !abroad.length) return []
  if (!licenses.length)
    return abroad.length
      ? [final('license_missing', ['執業證未登錄', 'No licence is recorded'])]
      : [reason('license_unknown', -8, ['執業證未登錄', 'Licence: not known'])]
  const isBeyond = abroad.some(({ iso_alpha2 }) => !CHINESE.includes(iso_alpha2))
  const fitting = licenses.filter((one) => !isBeyond || !isChineseOnly(one))
  if (!fitting.length) return [final('license_wrong_kind', wrongKind)]
  return fitting.some(({ expires_on }) => expires_on === null || expires_on >= return_date)
    ? [reason('license_valid', 0, ['執業證於回程前有效', 'Licence valid through the return'])]
    : [final('license_expires', ['執業證於回程前到期', 'Licence ends before the return'])]
}
const wrongKind: Words = [
  '華語領隊執業證只能帶香港、澳門與大陸團',
  'A licence for Mandarin groups is good for Hong Kong, Macau and the mainland only',
]

const papers = (trip: TripFacts, leader: Facts): Reason[] => {
  const { return_date, passport_until, countries } = trip
  const until = leader.passport_expires_on
  return [
    until === null
      ? reason('passport_unknown', -10, ['護照效期未登錄', 'Passport: not known'])
      : until >= passport_until
        ? reason('passport_valid', 0, validPassport(until))
        : blocking('passport_expires', shortPassport(until, passport_until)),
    ...license(trip, leader),
    ...countries.filter(({ needs_visa }) => needs_visa).map((country) => visa(country, return_date, leader)),
  ]
}
const validPassport = (until: string): Words => {
  const [day, dayEn] = expiryInWords(until)
  return [`護照效期至 ${day}`, `Passport valid until ${dayEn}`]
}
const shortPassport = (until: string, needed: string): Words => {
  const [[ends, endsEn], [day, dayEn]] = [expiryInWords(until), expiryInWords(needed)]
  return [`護照 ${ends} 到期，需至 ${day}`, `Passport ends on ${endsEn}, needed until ${dayEn}`]
}
const leave = ({ status }: Pick<Facts, 'status'>) =>
  status === 'on_leave' ? [blocking('on_leave', ['休假中', 'On leave'])] : []

const visa = ({ id, name, name_en }: Country, return_date: string, { countries }: Facts) => {
  const until = countries.find(({ country_id }) => country_id === id)?.visa_valid_until ?? ''
  if (until < return_date)
    return reason('visa_missing', -12, [`${name}簽證須辦理`, `A visa for ${name_en ?? name} is needed`])
  const [day, dayEn] = expiryInWords(until)
  return reason('visa_valid', 4, [`${name}簽證有效至 ${day}`, `Visa for ${name_en ?? name} valid until ${dayEn}`])
}

const time = (facts: Facts, average: number): Reason[] => {
  const { conflicts, status, gap, days_led, earlier_trips, grade } = facts
  return [
    ...conflicts.map(({ blocks, title, title_en, starts_on, ends_on }) => {
      const [days, daysEn] = spanInWords(starts_on, ends_on)
      const words: Words = [`${title} ${days}`, `${title_en} ${daysEn}`]
      return blocks ? blocking('conflict', words) : reason('perhaps_unavailable', -15, uncertain(words))
    }),
    ...leave({ status }),
    gap === null || isRested(facts)
      ? reason('rested', restPoints(facts), ['前後有充分休息', 'Rested before and after'])
      : reason('little_rest', restPoints(facts), [
          `與前後團相隔 ${gap} 天`,
          `${plural(gap, 'day')} to the next trip beside it`,
        ]),
    reason('balance', balancePoints(facts, average), [
      `前後 ${terms.leaderLoad.zh}內帶團 ${days_led} 天，平均 ${Math.round(average)} 天`,
      `Leads ${plural(days_led, 'day')} within ${terms.leaderLoad.en} before and after; the average is ${Math.round(average)}`,
    ]),
    ...(earlier_trips
      ? [
          reason('earlier_trips', earlierPoints(facts), [
            `曾帶過此地 ${earlier_trips} 團`,
            `Led ${plural(earlier_trips, 'trip')} there before`,
          ]),
        ]
      : []),
    reason('grade', gradePoints[grade], gradeWords[grade]),
  ]
}

// Days off that wait for an approval, or that the leader would give up.
const uncertain = ([zh, en]: Words): Words => [`${zh}（待核准或未確定）`, `${en} (not approved or not certain yet)`]

type Around = Pick<Facts, 'gap' | 'days_led' | 'earlier_trips' | 'min_rest_days'>

/** The points that change with the other trips of a leader. */
export function pointsAround(facts: Around, average: number) {
  return restPoints(facts) + balancePoints(facts, average) + earlierPoints(facts)
}

const isRested = ({ gap, min_rest_days }: Pick<Around, 'gap' | 'min_rest_days'>) =>
  gap === null || gap > min_rest_days + 4
const restPoints = (facts: Pick<Around, 'gap' | 'min_rest_days'>) => (isRested(facts) ? 3 : -12)
const balancePoints = ({ days_led }: Pick<Around, 'days_led'>, average: number) =>
  Math.max(-10, Math.min(10, Math.round((average - days_led) / 2)))
const earlierPoints = ({ earlier_trips }: Pick<Around, 'earlier_trips'>) => Math.min(10, 2 * earlier_trips)

const gradePoints = { trainee: -5, junior: 0, senior: 3, expert: 5 }
const gradeWords: Record<Facts['grade'], Words> = {
  trainee: ['見習領隊', 'Trainee'],
  junior: ['初級領隊', 'Junior leader'],
  senior: ['資深領隊', 'Senior leader'],
  expert: ['特優領隊', 'Expert leader'],
}

const reason = (code: string, points: number, words: Words): Reason => ({
  code,
  points,
  blocks: false,
  is_final: false,
  words,
})
const blocking = (code: string, words: Words): Reason => ({ ...reason(code, 0, words), blocks: true })
const final = (code: string, words: Words): Reason => ({ ...blocking(code, words), is_final: true })
