import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { serialAt } from '../rules.ts'

const LONGEST = 40

/**
 * The next serial for each form. The counter of a form is locked until the transaction ends, so others wait; a rollback
 * undoes the count, and a committed count stays, whatever becomes of the trip.
 */
export const takeSerials = (tx: Tx, forms: string[]) =>
  drawSerials(tx, forms, async (open) => {
    const { rows } = await sql<{ form: string; last: number }>`
      insert into trip_serials (form, last)
      select form, count(*) from unnest(${open}::text[]) form group by form order by form collate "C"
      on conflict (form) do update set last = trip_serials.last + excluded.last returning form, last`.execute(tx)
    return new Map(rows.map(({ form, last }) => [form, last]))
  })

/** A preview of the next serials; it reserves nothing. */
export const nextSerials = async (db: Db, forms: string[]) => {
  const counted = await db.selectFrom('trip_serials').selectAll().where('form', 'in', forms).execute()
  const lasts = new Map(counted.map(({ form, last }) => [form, last]))
  return drawSerials(db, forms, async (open) => {
    for (const form of open) lasts.set(form, (lasts.get(form) ?? 0) + 1)
    return new Map(lasts)
  })
}

type Count = (forms: string[]) => Promise<Map<string, number>>

// Imported trips were not counted here; their serials are skipped.
const drawSerials = async (db: Db, forms: string[], count: Count): Promise<string[]> => {
  const serials: string[] = []
  let open = forms.map((form, place) => ({ form, place }))
  while (open.length) {
    const lasts = await count(open.map(({ form }) => form))
    const drawn = open.reverse().map((one) => {
      const last = lasts.get(one.form) ?? 0
      lasts.set(one.form, last - 1)
      return { ...one, serial: serialAt(one.form, last) }
    })
    const there = await serialsAmong(db, drawn)
    for (const { place, serial } of drawn) serials[place] = fitting(serial)
    open = drawn.filter(({ serial }) => there.has(serial)).reverse()
  }
  return serials
}

const serialsAmong = async (db: Db, drawn: { serial: string }[]) => {
  const wanted = drawn.map(({ serial }) => serial)
  const there = await db
    .selectFrom('planned_trips')
    .select('serial')
    .where(sql<boolean>`serial = any (${wanted})`)
    .execute()
  return new Set(there.map(({ serial }) => serial))
}

const fitting = (serial: string) =>
  serial.length <= LONGEST
    ? serial
    : refuseField('package_id', [`團號 ${serial} 過長。`, `The serial ${serial} would be too long.`])
