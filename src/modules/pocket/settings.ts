import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { optionLabel } from '../options/labels.ts'
import { type OptionList, optionValues } from '../options/values.ts'
import { pathIn } from '../site/frame.ts'
import { wordSets } from '../words/routes.ts'
import type { Settings } from './view/shown.ts'

/** What a page of the pocket knows besides the trips. */
export async function settingsOf({ zone }: FastifyInstance, db: Db, locale: Locale): Promise<Settings> {
  const { currency, rated } = await currenciesOf(db, {})
  const currencies = [...new Set([currency, ...rated, ...COMMON])]
  return { locale, base: pathIn(locale, ''), zone, currency, currencies, words: wordsFor(locale) }
}

/** Offered where the agency has no rate yet: an expense without one is kept all the same. */
const COMMON = ['USD', 'EUR', 'JPY', 'KRW', 'THB', 'CNY', 'HKD', 'GBP', 'CHF', 'CZK', 'AUD', 'NZD', 'SGD', 'VND']

const currenciesOf = theRow((db, _given: object) =>
  db
    .selectFrom('house')
    .select([
      sql<string>`house_currency()`.as('currency'),
      sql<string[]>`(select coalesce(json_agg(distinct from_currency), '[]') from exchange_rates)`.as('rated'),
    ]),
)

const sets = [
  ...['expense_kind', 'paid_from', 'trip_expense_status', 'leg_type', 'meal', 'room_type', 'passenger_type'],
  ...['incident_kind', 'incident_severity'],
]
const options: Record<string, OptionList> = {
  meal_requirement: 'meal-requirements',
  food_restriction: 'food-restrictions',
}

/** What only the pocket names. The words stand in the page and not in its script, which is small. */
const ofPocket: Record<string, Readonly<Record<string, Words>>> = {
  contact_role: {
    emergency: ['旅行社緊急電話', 'Emergency number of the agency'],
    house: ['旅行社', 'The agency'],
    op: ['OP', 'OP'],
    sales: ['業務', 'Sales'],
    insurer: ['責任保險', 'Liability insurance'],
  },
  trip_paper: {
    leader_pack: ['領隊資料袋', 'Leader pack'],
    manifest: ['團員名單', 'Manifest'],
    rooming_list: ['分房表', 'Rooming list'],
    dietary_list: ['餐食名單', 'Dietary list'],
  },
}

const wordsFor = (locale: Locale) => {
  const inOne = (words: Readonly<Record<string, Words>>) =>
    Object.fromEntries(Object.entries(words).map(([code, pair]) => [code, say(pair, locale)]))
  const ofOptions = Object.entries(options).map(([name, list]) => [
    name,
    Object.fromEntries(optionValues[list].map((value) => [value, say(optionLabel(list, value), locale)])),
  ])
  const named = { ...Object.fromEntries(sets.map((name) => [name, wordSets[name] ?? {}])), ...ofPocket }
  return Object.fromEntries([...Object.entries(named).map(([name, words]) => [name, inOne(words)]), ...ofOptions])
}
