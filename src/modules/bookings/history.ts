import { type Generated, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { anyText, labelled, moment, oneOf, orNull, shown, shownFields, text } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { retention } from '../../kit/retention/rules.ts'
import type { Locale } from '../../kit/words/words.ts'
import { namedChanges } from '../audit/names.ts'
import { Change } from '../audit/queries.ts'
import { type Params, storedInWords } from '../languages/languages.ts'
import { moneyReaders, staff } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { netOf } from './acts.ts'
import { Payment } from './booking.ts'
import { knownBooking } from './visible.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    booking_notes: {
      id: Generated<number>
      booking_id: number
      written_by: number
      words: string
      created_at: Generated<string>
    }
    booking_letters: {
      id: Generated<number>
      booking_id: number
      mail_id: string
      sentence: string
      sent_to: string | null
      created_at: Generated<string>
    }
  }
}

const NewNote = Type.Object({ words: labelled(text(2000, '已致電，週五前付訂金'), ['備註', 'Note']) })

const { table_name, action, changes, record, names } = Change.properties
/** What an act did to one record, with the names of the records that its fields refer to. */
export const ChangeOfAct = Type.Object({ table_name, action, changes, record, names })
const paymentOf = Type.Pick(Payment, ['kind', 'amount', 'method', 'source'])
/**
 * One event of a booking: a note, a mail that was sent, a payment, or another act that changed the booking, its travelers or its price. An act is one
 * transaction, however many records it has changed.
 */
const Happened = Type.Object({
  kind: oneOf(['note', 'mail', 'payment', 'change']),
  ...shownFields({ at: moment() }),
  /** Null for changes by the service itself and by a customer with a link. */
  by: orNull(anyText('業務小陳')),
  /** The note, or the subject of the mail. */
  words: orNull(anyText()),
  sent_to: orNull(anyText('mei@example.com')),
  /** What was done. */
  change: orNull(ChangeOfAct),
  /** What followed from it, each record once with its first and last value. */
  followed: Type.Array(ChangeOfAct),
  /** The changes one by one as the service made them, if there were several. */
  steps: Type.Array(ChangeOfAct),
  /** The payment that was recorded or voided. */
  payment: orNull(shown(paymentOf)),
})
type Happened = Static<typeof Happened>

/** The most events that are returned. A usual booking has some dozens. */
const MOST = 300

type Row = Pick<Happened, 'kind' | 'at' | 'by' | 'words' | 'sent_to' | 'payment'> & {
  audit_id: number | null
  sentence: string | null
  params: Params | null
  change: { table_name: string; record_id: number; action: 'created' | 'changed' | 'removed'; changes: Changes } | null
}
type Changes = Record<string, [was: unknown, is: unknown]>
type Asked = { id: number; sees_people: boolean }

// The records whose changes are part of the history. Rows written together with the booking are left out, and so are fares, because
// they follow from the travelers.
const changedRecords = ({ id, sees_people }: Asked) => sql`
  select 'bookings' as table_name, ${id}::integer as record_id
  union all select 'travelers', id from travelers where booking_id = ${id} and ${sees_people}::boolean
  union all select 'trip_feedback', id from trip_feedback where booking_id = ${id}
  union all select 'cancellation_requests', id from cancellation_requests where booking_id = ${id}
  union all select 'payment_reports', id from payment_reports where booking_id = ${id}
  union all select 'payment_requests', id from payment_requests where booking_id = ${id}
  union all select 'payment_silences', id from payment_silences where booking_id = ${id}
  union all select 'refund_orders', id from refund_orders where booking_id = ${id}
  union all select 'booking_payments', id from booking_payments where booking_id = ${id}
  union all select 'booking_concessions', id from booking_concessions where booking_id = ${id}
  union all select 'booking_price_lines', id from booking_price_lines
   where booking_id = ${id} and kind in ('addon', 'surcharge', 'discount', 'cancellation')`

const mailsTo = ({ id, sees_people }: Asked) => sql`
  d.booking_id = ${id} or d.party_id = ${id}
  or ${sees_people}::boolean and d.traveler_id in (select id from travelers where booking_id = ${id})`

const happenings = statement(
  (_db, asked: Asked) => sql<Row>`
  select 'note' as kind, n.created_at as at, u.name as by, n.words, null as sentence, null::jsonb as params, null as sent_to, null::json as change, null::json as payment, null::bigint as audit_id
    from booking_notes n join users u on u.id = n.written_by where n.booking_id = ${asked.id}
  union all
  select 'mail', l.created_at, null, null, l.sentence, jsonb_build_object('number', b.booking_number), l.sent_to, null, null, null
    from booking_letters l join bookings b on b.id = l.booking_id where l.booking_id = ${asked.id}
  union all
  select 'mail', d.sent_at, null, null, d.sentence, d.params, d.address, null, null, null
    from deliveries d where d.state = 'sent' and (${mailsTo(asked)})
  union all
  select case when a.table_name = 'booking_payments' then 'payment' else 'change' end, a.created_at, u.name, null, null, null, null,
         json_build_object('table_name', a.table_name, 'record_id', a.record_id, 'action', a.action, 'changes', a.changes),
         case when p.id is not null then json_build_object('kind', p.kind, 'amount', p.amount, 'method', p.method, 'source', p.source) end, a.id
    from (${changedRecords(asked)}) r join audit a on a.record_id = r.record_id and a.table_name = r.table_name
    join bookings b on b.id = ${asked.id} left join users u on u.id = a.actor_id
    left join booking_payments p on a.table_name = 'booking_payments' and p.id = a.record_id
   where a.table_name = 'bookings' or a.created_at <> b.created_at
   order by at desc, kind, audit_id limit ${sql.lit(MOST)}`,
)

/** The notes, mails, payments and changes of a booking, newest first. Finance does not see the changes of travelers. */
async function historyOf(db: Db, actor: Actor, id: number, locale: Locale): Promise<Happened[]> {
  await knownBooking(db, { ...readerOf(actor), id })
  const sees_people = staff.some((role) => actor.roles.includes(role))
  const rows = await happenings(db, { id, sees_people })
  const changed = await namedChanges(
    db,
    rows.flatMap(({ change }) => change ?? []),
  )
  const named = changed.values()
  const events = rows.map(({ sentence, params, change, words, audit_id, ...row }) => ({
    ...row,
    audit_id,
    words: sentence === null ? words : storedInWords({ sentence, params: { ...params } }, locale).title,
    step: change && (named.next().value ?? null),
  }))
  // A transaction has one time. Notes and mails are acts of their own, and so is all that came with a booking from elsewhere.
  const isOfAct = ({ at, by }: Event) => `${at} ${by}`
  const taken = events.find(({ step }) => step?.table_name === 'bookings' && step.action === 'created')
  const isTaken = (event: Event) => taken !== undefined && isOfAct(event) === isOfAct(taken)
  const acts = Map.groupBy(events, (event, i) => (event.step && !isTaken(event) ? isOfAct(event) : i))
  return [...acts.values()].flatMap(actOf)
}

type Event = Omit<Row, 'sentence' | 'params' | 'change'> & { step: NamedStep | null }
type NamedStep = NonNullable<Row['change']> & Pick<NonNullable<Happened['change']>, 'record' | 'names'>

const actOf = (events: Event[]): Happened[] => {
  const [first] = events
  if (!first) return []
  const { step: _step, audit_id: _audit, ...event } = first
  const steps = events
    .toSorted((one, other) => Number(one.audit_id) - Number(other.audit_id))
    .flatMap(({ step }) => step ?? [])
  const [change = steps[0] ?? null, ...followed] = netOf(steps)
  const payment = events.find((one) => one.payment !== null)
  return [
    {
      ...event,
      kind: payment ? 'payment' : event.kind,
      payment: payment?.payment ?? null,
      change,
      followed,
      steps: steps.length > 1 ? steps : [],
    },
  ]
}

async function addNote(tx: Tx, actor: Actor, booking_id: number, { words }: Static<typeof NewNote>) {
  await knownBooking(tx, { ...readerOf(actor), id: booking_id })
  await tx.insertInto('booking_notes').values({ booking_id, written_by: actor.id, words }).execute()
}

/**
 * Records that a mail about a step was sent. A repeated delivery of the same mail is recorded once. If the contact was erased while the
 * mail was on its way, the address is left out; the lock waits for an erasure that is going on.
 */
export async function recordLetter(
  tx: Tx,
  { sent_to, ...letter }: { booking_id: number; mail_id: string; sentence: string; sent_to: string },
) {
  const booking = await tx
    .selectFrom('bookings')
    .select('contact_email')
    .where('id', '=', letter.booking_id)
    .forShare()
    .executeTakeFirst()
  if (!booking) return
  await tx
    .insertInto('booking_letters')
    .values({ ...letter, sent_to: booking.contact_email === null ? null : sent_to })
    .onConflict((there) => there.column('mail_id').doNothing())
    .execute()
}

export const oldLetters = retention({
  what: 'mails about the steps of bookings',
  table: 'booking_letters',
  from: sql`created_at`,
  since: 'they were sent',
  after: '1 year',
  why: 'As long as other mails: they show what a person was told and where.',
})

/** Deletes notes and clears the addresses that mails were sent to. The records that mails were sent stay. */
export async function forgetHistory(tx: Tx, booking_id: number) {
  await tx.deleteFrom('booking_notes').where('booking_id', '=', booking_id).execute()
  await tx.updateTable('booking_letters').set({ sent_to: null }).where('booking_id', '=', booking_id).execute()
}

const writers = ['sales', 'department', 'finance', 'manager', 'admin'] as const

export function historyRoutes(on: On) {
  on.get(
    '/:id/history',
    {
      name: 'listBookingHistory',
      access: moneyReaders,
      summary: `The notes, mails, payments and changes of a booking, the latest ${MOST}, newest first; not for its customer`,
      returns: Type.Array(Happened),
      etag: 'none',
    },
    ({ db, actor, params, locale }) => historyOf(db, actor, params.id, locale),
  )
  on.post(
    '/:id/notes',
    {
      name: 'createBookingNote',
      access: writers,
      summary: 'Add a note to the history of a booking; its customer does not see it',
      body: NewNote,
      returns: Type.Null(),
    },
    async ({ tx, actor, params, body }) => {
      await addNote(tx, actor, params.id, body)
      return null
    },
  )
}
