import { codesIn, insertMissing, type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/access.ts'
import type { Keys } from '../../kit/keys.ts'
import { enterUnavailability } from '../leader-calendar/unavailability-actions.ts'
import { createLeader } from './actions.ts'
import { languageLevels, type NewLeader } from './schema.ts'

type Stage = {
  keys: Keys
  /** Who takes them on and enters their days off. */
  office: Actor
  /** The account that shows the first of them. */
  account?: Actor
  /** `-5`, five days ago. */
  day: (days: string) => { toString: () => string }
}

/** Eight leaders with their papers, where they go, and some days off; gives their ids by their numbers. */
export const demoLeaders = async (tx: Tx, stage: Stage): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  for (const row of seedRows('demo/leaders')) {
    const { number = '' } = row
    const isFirst = ids.size === 0
    const id = await createLeader(tx, stage.keys, leaderOf(row, stage, isFirst))
    ids.set(number, id)
    await rank(tx, id, row)
    await daysOff(tx, stage, id, row.off, stage.office)
    const self = { ...(stage.account ?? stage.office), role: 'leader' as const, tour_leader_id: id }
    await daysOff(tx, stage, id, row.asked, self)
  }
  return ids
}

const leaderOf = (row: SeedRow, { account, day }: Stage, isFirst: boolean): NewLeader => {
  const { number: leader_number = '', name = '', name_en = '', birth_date = '', national_id = '', mobile = '' } = row
  const { email = '', joined_on = '', license = '', passport = '', daily_fee, min_rest_days } = row
  return {
    ...{ leader_number, name, name_en, birth_date, national_id, mobile, email, joined_on, passport_number: passport },
    gender: row.gender === 'female' ? 'female' : 'male',
    employment_type: among(['staff', 'contract', 'freelance'], row.employment_type),
    grade: among(['trainee', 'junior', 'senior', 'expert'], row.grade),
    languages: pairs(row.languages).map(([code, level]) => ({ code, level: among(languageLevels, level) ?? 'basic' })),
    licenses: [
      {
        type: license,
        number: `TW-${leader_number}`,
        issued_on: joined_on,
        expires_on: `${day(row.license_ends ?? '')}`,
      },
    ],
    passport_expires_on: `${day(row.passport_ends ?? '')}`,
    daily_fee: Number(daily_fee),
    min_rest_days: Number(min_rest_days),
    ...(isFirst && account && { user_id: account.id }),
  }
}

const rank = async (tx: Tx, tour_leader_id: number, { areas, countries }: SeedRow) => {
  const areaIds = await tx
    .selectFrom('geographical_areas')
    .select(['id', 'code'])
    .where('code', 'in', codesIn(areas))
    .execute()
  const regional = codesIn(areas).flatMap((code, i) => {
    const area = areaIds.find((one) => one.code === code)
    return area ? [{ tour_leader_id, area_id: area.id, priority: i + 1 }] : []
  })
  await insertMissing(tx, 'leader_regional_priorities', regional)
  const codes = pairs(countries)
  const countryIds = await tx
    .selectFrom('countries')
    .select(['id', 'iso_alpha2'])
    .where(
      'iso_alpha2',
      'in',
      codes.map(([code]) => code),
    )
    .execute()
  const ranked = codes.flatMap(([code, proficiency], i) => {
    const country = countryIds.find((one) => one.iso_alpha2 === code)
    return country ? [{ tour_leader_id, country_id: country.id, priority: i + 1, proficiency }] : []
  })
  await insertMissing(tx, 'leader_country_priorities', ranked)
}

const daysOff = async (tx: Tx, { day }: Stage, tour_leader_id: number, span: string | undefined, actor: Actor) => {
  const [first, last] = codesIn(span)
  if (!first || !last) return
  const days = { starts_on: `${day(first)}`, ends_on: `${day(last)}` }
  await enterUnavailability(tx, actor, { tour_leader_id, type: 'annual_leave', ...days, reason: '家庭旅遊' })
}

/** `ja:native en:fluent`. */
const pairs = (cell: string | undefined) =>
  codesIn(cell).map((pair) => {
    const [code = '', word = ''] = pair.split(':')
    return [code, word] as const
  })
const among = <const V extends string>(values: readonly V[], value: string | undefined) =>
  values.find((each) => each === value)
