import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { AT_ONCE, type Retention } from '../../kit/retention/rules.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import { forgetValues } from '../audit/actions.ts'
import { forgetAbout } from '../notifications/notify.ts'
import { lockedEnquiry, oneEnquiry, shownEnquiry, shownTo } from './read.ts'

/** Takes the person out of these enquiries. How it came, what for and how it ended stays, for the counts; one that was open ends. */
export async function forgetEnquiries(tx: Tx, ids: number[]) {
  if (!ids.length) return
  await tx
    .updateTable('enquiries')
    .set({
      ...{ name: ERASED_NAME, phone: null, email: null, line_id: null, wish: null, lost_note: null },
      session_attendance_id: null,
      status: sql`case when ended_at is null then 'lost' else status end`,
      lost_reason: sql`case when ended_at is null then 'other' else lost_reason end`,
      ended_at: sql<string>`coalesce(ended_at, now())`,
      updated_at: sql`now()`,
    })
    .where('id', 'in', ids)
    .execute()
  await tx.deleteFrom('enquiry_notes').where('enquiry_id', 'in', ids).execute()
  await forgetAbout(tx, 'enquiry', ids)
  // This is the last step, so that the audit rows of the erasure itself are cleared too.
  await forgetValues(tx, 'enquiries', ids)
}

/**
 * The enquiries that are certainly those of a person: those that became one of its bookings, and those of its name with its
 * telephone or mail address. A family shares a telephone, so neither is enough alone.
 */
export async function enquiriesAskedBy(tx: Tx, person_id: number) {
  const { rows } = await sql<{ id: number }>`${enquiriesOf(sql`${person_id}::integer`, sql`e.id`)} order by id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** SQL: the enquiries of a person. */
export function enquiriesOf(person: ReturnType<typeof sql>, columns: ReturnType<typeof sql>) {
  return sql`
    select ${columns} from enquiries e
     where e.id in (
       select b.enquiry_id from person_records r join bookings b on b.id = r.booking_id where r.person_id = ${person} and b.enquiry_id is not null
       union
       select o.id from person_said s join enquiries o on phone_key(o.phone) = phone_key(s.phone) and name_key(o.name) in (name_key(s.name), name_key(s.name_en))
        where s.person_id = ${person}
       union
       select o.id from person_said s join enquiries o on lower(o.email) = lower(s.email) and name_key(o.name) in (name_key(s.name), name_key(s.name_en))
        where s.person_id = ${person})`
}

const KEPT = '2 years'

const rows = sql<{ id: number }>`
  select id from enquiries where ended_at < now() - ${KEPT}::interval and name <> '•••'
   order by ended_at limit ${AT_ONCE} for update skip locked`

export const endedEnquiries: Retention = {
  what: 'names, numbers, addresses and notes of enquiries that were won or lost',
  table: 'enquiries',
  kept: `${KEPT} after their end`,
  why: 'Whoever asked may be asked again that long. How it came and ended stays, without the person. Open ones stay: they are in the morning of their owner until they end.',
  rows,
  deleteBatch: async (tx) => {
    const ended = await rows.execute(tx)
    await forgetEnquiries(
      tx,
      ended.rows.map(({ id }) => id),
    )
    return ended.rows.length
  },
}

export function eraseRoute(on: On) {
  on.post(
    '/:id/erase',
    {
      name: 'eraseEnquiry',
      access: ['admin'],
      summary: 'Erase the person of an enquiry with what was said; how it came and ended stays',
      ...shownEnquiry,
      refuses: ['stale'],
    },
    async ({ tx, actor, params, expected }) => {
      guardVersion(await lockedEnquiry(tx, params.id), expected)
      await forgetEnquiries(tx, [params.id])
      return oneEnquiry(tx, shownTo(actor, params.id))
    },
  )
}
