import { codesIn, insertMissing, type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { enterUnavailability } from '../leader-calendar/days-off.ts'
import { createLeader } from './change.ts'
import { languageLevels, type NewLeader } from './schema.ts'

type Stage = {
  keys: Keys
  /** The account that enters leaders and days off. */
  office: Actor
  /** The account of the first leader. */
  account?: Actor
  /** `-5` means five days ago. */
  day: (days: string) => { toString: () => string }
}

/** Creates eight leaders with documents, priorities and days off; returns their ids by number. */
export async function demoLeaders(tx: Tx, stage: Stage): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const rows = seedRows('demo/leaders')
  for (const row of rows) {
    const { number = '' } = row
    const isFirst = ids.size === 0
    const id = await createLeader(tx, stage.keys, leaderOf(row, stage, isFirst))
    ids.set(number, id)
    await daysOff(tx, stage, id, row.off, stage.office)
    const self = { ...(stage.account ?? stage.office), roles: ['leader'] as const, tour_leader_id: id }
    await daysOff(tx, stage, id, row.asked, self)
  }
  await rankAll(tx, rows, ids)
  return ids
}

const leaderOf = (row: SeedRow, { account, day }: Stage, isFirst: boolean): NewLeader => {
  const { number: leader_number = '', name = '', name_en = '', birth_date = '', national_id = '', mobile = '' } = row
  const { email = '', joined_on = '', license = '', passport = '', daily_fee, min_rest_days } = row
  const license_ends = `${day(row.license_ends ?? '')}`
  return {
    leader_number,
    name,
    name_en,
    birth_date,
    national_id,
    mobile,
    email,
    joined_on,
    passport_number: passport,
    nationality: 'TW',
    passport_country: 'TW',
    gender: row.gender === 'female' ? 'female' : 'male',
    employment_type: among(['staff', 'contract', 'freelance'], row.employment_type),
    grade: among(['trainee', 'junior', 'senior', 'expert'], row.grade),
    languages: pairs(row.languages).map(([code, level]) => ({ code, level: among(languageLevels, level) ?? 'basic' })),
    licenses: [{ type: license, number: `TW-${leader_number}`, issued_on: joined_on, expires_on: license_ends }],
    passport_expires_on: `${day(row.passport_ends ?? '')}`,
    daily_fee: Number(daily_fee),
    min_rest_days: Number(min_rest_days),
    ...(isFirst && account && { user_id: account.id }),
  }
}

const rankAll = async (tx: Tx, rows: SeedRow[], ids: Map<string, number>) => {
  const areas = await tx.selectFrom('geographical_areas').select(['id', 'code']).execute()
  const countries = await tx.selectFrom('countries').select(['id', 'iso_alpha2 as code']).execute()
  const own = rows.map((row) => ({ row, id: ids.get(row.number ?? '') ?? 0 }))
  const regional = own.flatMap(({ id, row }) =>
    ranked(id, codesIn(row.areas), areas).map(({ target, ...rank }) => ({ ...rank, area_id: target })),
  )
  await insertMissing(tx, 'leader_regional_priorities', regional)
  const national = own.flatMap(({ id, row }) => {
    const known = pairs(row.countries)
    const rank = ranked(
      id,
      known.map(([code]) => code),
      countries,
    )
    return rank.map(({ target, ...rest }) => ({
      ...rest,
      country_id: target,
      proficiency: known[rest.priority - 1]?.[1],
    }))
  })
  await insertMissing(tx, 'leader_country_priorities', national)
}

const ranked = (tour_leader_id: number, codes: string[], targets: { id: number; code: string | null }[]) =>
  codes.flatMap((code, i) => {
    const target = targets.find((one) => one.code === code)?.id
    return target ? [{ tour_leader_id, priority: i + 1, target }] : []
  })

const daysOff = async (tx: Tx, { day }: Stage, tour_leader_id: number, span: string | undefined, actor: Actor) => {
  const [first, last] = codesIn(span)
  if (!first || !last) return
  const days = { starts_on: `${day(first)}`, ends_on: `${day(last)}` }
  await enterUnavailability(tx, actor, { tour_leader_id, type: 'annual_leave', ...days, reason: '家庭旅遊' })
}

/** Parses `ja:native en:fluent`. */
const pairs = (cell: string | undefined) =>
  codesIn(cell).map((pair) => {
    const [code = '', word = ''] = pair.split(':')
    return [code, word] as const
  })
const among = <const V extends string>(values: readonly V[], value: string | undefined) =>
  values.find((each) => each === value)
