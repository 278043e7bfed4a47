import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { day, ref } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { staff } from '../roles.ts'

const NextSerial = Type.Object({ serial: Type.String(), is_reserved: Type.Literal(false), note: Type.String() })

declare module 'fastify' {
  interface FastifyInstance {
    /** The pattern of trip serials (SERIAL_PATTERN). */
    serialPattern: string
  }
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_serials: { form: string; last: number }
  }
}

/** A serial without its counter, whose placeholder stays: `CNX270128{letter}`. */
export function serialForm(pattern: string, package_code: string, departure_date: string) {
  const [year = '', month = '', day = ''] = departure_date.split('-')
  const said: Record<string, string> = {
    package: package_code,
    yyyymmdd: `${year}${month}${day}`,
    yymmdd: `${year.slice(2)}${month}${day}`,
    mmdd: `${month}${day}`,
  }
  return pattern.replace(/\{(\w+)\}/g, (mark, name) => said[name] ?? mark)
}

/** The n-th serial of a form: `CNX270128A`; Z is followed by AA. */
export function serialAt(form: string, n: number) {
  return form.replace('{letter}', letters(n)).replace('{number}', String(n).padStart(2, '0'))
}

const letters = (n: number): string =>
  n > 26 ? letters(Math.floor((n - 1) / 26)) + letters(((n - 1) % 26) + 1) : String.fromCharCode(64 + n)

const LONGEST = 40

/**
 * The next serial for each form. The counter of a form is locked until the transaction ends, so others wait; a rollback
 * undoes the count, and a committed count stays, whatever becomes of the trip.
 */
export function takeSerials(tx: Tx, forms: string[]) {
  return drawSerials(tx, forms, async (open) => {
    const { rows } = await sql<{ form: string; last: number }>`
      insert into trip_serials (form, last)
      select form, count(*) from unnest(${open}::text[]) form group by form order by form collate "C"
      on conflict (form) do update set last = trip_serials.last + excluded.last returning form, last`.execute(tx)
    return new Map(rows.map(({ form, last }) => [form, last]))
  })
}

/** Counts a serial that was given by hand, if it has the form, so that the next one comes after it. */
export async function countSerial(tx: Tx, form: string, serial: string) {
  const n = numberIn(form, serial)
  if (n !== undefined)
    await sql`insert into trip_serials (form, last) values (${form}, ${n})
      on conflict (form) do update set last = greatest(trip_serials.last, excluded.last)`.execute(tx)
}

/** Which one of a form a serial is: `CNX270128B` is the second. Undefined if it is none of them. */
function numberIn(form: string, serial: string): number | undefined {
  const [start = '', end = ''] = form.split(/\{(?:letter|number)\}/)
  const counter = serial.slice(start.length, serial.length - end.length)
  const n = /^[A-Z]{1,4}$/.test(counter) ? lettersToNumber(counter) : /^\d{2,8}$/.test(counter) ? Number(counter) : 0
  return n > 0 && serialAt(form, n) === serial ? n : undefined
}

const lettersToNumber = (text: string) => [...text].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** A preview of the next serials; it reserves nothing. */
async function nextSerials(db: Db, forms: string[]) {
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
  let open = forms.map((form, nth) => ({ form, nth }))
  while (open.length) {
    const lasts = await count(open.map(({ form }) => form))
    const drawn = open.reverse().map((one) => {
      const last = lasts.get(one.form) ?? 0
      lasts.set(one.form, last - 1)
      return { ...one, serial: serialAt(one.form, last) }
    })
    const there = await serialsAmong(db, drawn)
    for (const { nth, serial } of drawn) serials[nth] = fitting(serial)
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

/** The serial that the next trip of a package on a day would get. */
const nextSerial = async (db: Db, package_id: number, departure_date: string, pattern: string) => {
  const from = await db.selectFrom('packages').select('package_code').where('id', '=', package_id).executeTakeFirst()
  if (!from) return refuseField('package_id', ['沒有這筆資料。', 'There is no such record.'])
  const [serial = ''] = await nextSerials(db, [serialForm(pattern, from.package_code, departure_date)])
  return serial
}

const notReserved: Words = [
  '僅供參考，不是保留；建立時才會取號。',
  'Not a reservation: the number is given when the trip is planned.',
]

export const nextTripSerial = routes((on, { serialPattern }) => {
  on.get(
    '/check/next-serial',
    {
      name: 'getNextSerial',
      access: staff,
      summary: 'The serial the next trip would get; it is not reserved',
      query: Type.Object({ package_id: ref(), departure_date: day() }, { additionalProperties: false }),
      returns: NextSerial,
      etag: 'none',
    },
    async ({ db, query, locale }) => {
      const serial = await nextSerial(db, query.package_id, query.departure_date, serialPattern)
      return { serial, is_reserved: false, note: say(notReserved, locale) }
    },
  )
})
