import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { email, flag, labelled, moment, oneOf, orNull, ref } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { notify } from '../notifications/notify.ts'
import { travelersKnow } from '../planned-trips/news.ts'
import { staff } from '../roles.ts'
import { recipientsOf } from '../trip-messages/queries.ts'
import { ways } from '../trip-messages/schema.ts'
import { type Reader, readerOf, seesAll } from '../users/reader.ts'
import { changedSince, lackingIn, noticeParts, partsOf } from './notice-parts.ts'
import { tripOnPaper } from './trip.ts'

/** The departure notice of a booking: the mailed version and its time, and the parts that changed since. */
const NoticeOfBooking = Type.Object({
  booking_id: ref(),
  booking_number: Type.String({ examples: ['KIX270310A-007'] }),
  name: Type.String({ examples: ['王小美'] }),
  by: oneOf(ways),
  /** 0 before the first notice. */
  version: Type.Integer({ examples: [1] }),
  paper_id: orNull(Type.Integer()),
  sent_at: orNull(moment()),
  sent_to: orNull(email()),
  is_waiting: flag(),
  changed: Type.Array(oneOf(noticeParts)),
})
const NoticesOfTrip = Type.Object({
  /** The parts of the notice that are still missing. */
  lacking: Type.Array(oneOf(noticeParts)),
  bookings: Type.Array(NoticeOfBooking),
})
/** With `again`, bookings that have the current version get it too. A dry run only returns the recipients. */
const SendNotices = Type.Object({
  again: labelled(Type.Optional(flag()), ['再次寄送', 'Once more']),
  dry_run: Type.Optional(flag()),
})
type SendNotices = Static<typeof SendNotices>
const SentNotices = Type.Object({ dry_run: flag(), ...NoticesOfTrip.properties })

/** The confirmed bookings of a trip, each with its last mailed departure notice. */
const lastNotices = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings as b')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('booking_papers as p')
          .select(['p.id', 'p.created_at', 'p.sent_to', 'p.parts'])
          .select(sql<number>`count(*) over ()`.as('version'))
          .whereRef('p.booking_id', '=', 'b.id')
          .where('p.kind', '=', 'departure_notice')
          .orderBy('p.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['b.id as booking_id', 'b.booking_number', 'b.contact_name as name'])
    .select(['last.id as paper_id', 'last.created_at as sent_at', 'last.sent_to', 'last.parts'])
    .select([sql<number>`coalesce(last.version, 0)`.as('version'), names.as('travelers'), isWaiting.as('is_waiting')])
    .where('b.planned_trip_id', '=', id)
    .where('b.status', '=', 'confirmed')
    .orderBy('b.id'),
)

const names = sql<string[]>`(
  select coalesce(json_agg(v.name order by v.id), '[]') from travelers v where v.booking_id = b.id and v.status = 'active')`
const isWaiting = sql<boolean>`exists (
  select from deliveries d where d.subject_type = 'booking' and d.subject_id = b.id
     and d.sentence like 'departure-notice.%' and d.state in ('waiting', 'taken'))`

/** The state of the departure notices of a trip: the version that was mailed to each booking, and the parts that changed since. */
async function noticesOfTrip(db: Db, given: Reader & { id: number }) {
  const { trip, bookings } = await read(db, given)
  return { lacking: lackingIn(trip), bookings }
}

/**
 * Mails the departure notice to every booking that does not have the current version. It is printed and stored when the mail
 * leaves.
 */
async function sendNotices(tx: Tx, id: number, { again = false, dry_run = false }: SendNotices) {
  const { trip, bookings } = await read(tx, { ...seesAll, id })
  const due = bookings.filter((booking) => isReached(booking) && (again || isDue(booking)))
  const answer = { dry_run, lacking: lackingIn(trip), bookings: due }
  if (dry_run) return answer
  if (!due.length) refuseField('again', nobody)
  const { serial, name, name_en } = trip
  for (const { booking_id, version, changed } of due) {
    const rest = { who: [{ contact: booking_id }], about: { type: 'booking', id: booking_id } }
    const named = { serial, name, name_en: name_en ?? name }
    if (version && changed.length)
      await notify(tx, { ...rest, event: 'departure-notice.sent/changed', params: { ...named, changed } })
    else await notify(tx, { ...rest, event: 'departure-notice.sent', params: named })
  }
  await travelersKnow(tx, id)
  return answer
}

const read = async (db: Db, given: Reader & { id: number }) => {
  const trip = await tripOnPaper(db, given)
  const [last, recipients] = await Promise.all([lastNotices(db, { id: given.id }), recipientsOf(db, given.id, [])])
  const wayTo = new Map(recipients.flatMap((one) => (one.traveler_id === null ? [[one.booking_id, one.by]] : [])))
  const bookings = last.map(({ parts, travelers, ...booking }) => ({
    ...booking,
    by: wayTo.get(booking.booking_id) ?? 'none',
    changed: changedSince(parts, partsOf(trip, travelers)),
  }))
  return { trip, bookings }
}

type State = Awaited<ReturnType<typeof read>>['bookings'][number]
const isReached = ({ by }: State) => by === 'account' || by === 'mail'
const isDue = ({ version, changed, is_waiting }: State) => !is_waiting && (version === 0 || changed.length > 0)

const nobody = [
  '可寄送的訂單都已有最新的行前通知書；若要再寄一次，請選擇全部重寄。',
  'Every booking that can be reached has the current departure notice; choose `again` to send it once more.',
] as const

/** `/api/planned-trips/{id}/departure-notices`: the version that each booking has, and mailing the current one. */
export default routes((on) => {
  on.get(
    '/:id/departure-notices',
    {
      name: 'listDepartureNotices',
      access: staff,
      summary: 'The departure notice of each booking: what was mailed when, and what has changed since',
      returns: NoticesOfTrip,
      etag: 'none',
    },
    ({ db, actor, params }) => noticesOfTrip(db, { ...readerOf(actor), ...params }),
  )
  on.post(
    '/:id/departure-notices',
    {
      name: 'sendDepartureNotices',
      access: ['sales', 'department', 'admin'],
      summary: 'Mail the departure notice to every booking without the current one; a dry run says who gets it',
      body: SendNotices,
      returns: SentNotices,
      etag: 'none',
    },
    ({ tx, params, body }) => sendNotices(tx, params.id, body),
  )
})
