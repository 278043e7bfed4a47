import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../../kit/db/json.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import {
  list as arrayOf,
  currency,
  defaulted,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  ref,
  text,
} from '../../../kit/fields.ts'
import { namesOf } from '../../../kit/flow.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { is, openOrDone, reached } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { possibleColumn } from '../../../kit/possible-column.ts'
import { columnsOf, RecordOf } from '../../../kit/resource/record.ts'
import { isBookingSeen } from '../../travelers/visible.ts'
import { type Acting, actingOf, actsAs, isOutside, type Reader } from '../../users/reader.ts'
import { readers } from '../visible.ts'
import { cancellationRequestFlow, cancellationRequestStatuses, cancellationRequestSteps } from './flow.ts'

/** The most travelers that are named; more than a party has. */
const MOST_TRAVELERS = 100

/** What a customer asks to cancel. Without travelers it is the whole booking. `fee` is what was told on the day of the request. */
export const CancellationRequest = Type.Object({
  booking_id: ref(),
  traveler_ids: labelled(defaulted(arrayOf(ref(), MOST_TRAVELERS)), ['取消的旅客', 'Travelers to cancel']),
  reason: text(2000, '母親住院，無法成行'),
  currency: currency(),
  fee: labelled(money(), ['申請當天的取消費', 'Fee on the day of the request']),
  status: defaulted(oneOf(cancellationRequestStatuses)),
  decided_at: nullable(moment()),
  decided_by: nullable(ref()),
  decline_reason: nullable(line(500, '機票已開立，請先來電')),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    cancellation_requests: Table<typeof CancellationRequest>
  }
}

const { status, booking_id } = CancellationRequest.properties

const requestList = list({
  of: 'cancellation_requests',
  sort: { status },
  order: '-created_at',
  people: true,
  filters: {
    booking_id: is('cancellation_requests.booking_id', booking_id),
    branch_id: reached('cancellation_requests.booking_id', 'bookings', 'id', 'branch_id'),
    status: is('cancellation_requests.status', status),
    group: openOrDone('cancellation_requests.status', cancellationRequestStatuses, cancellationRequestFlow.ends),
  },
})

const OfBooking = Type.Object({
  booking_number: Type.String({ examples: ['CNX270128A-001'] }),
  contact_name: Type.String({ examples: ['王小美'] }),
})
const NamedTraveler = Type.Object({ id: ref(), name: Type.String({ examples: ['王小美'] }) })

export const shownCancellationRequest = RecordOf(CancellationRequest, {
  booking: OfBooking,
  travelers: Type.Array(NamedTraveler),
  possible: Type.Array(Type.Enum(namesOf(cancellationRequestSteps))),
})

type Named = { id: number; name: string }
const namedTravelers = sql<Named[]>`(
  select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by v.id), '[]')
    from travelers v where v.id = any (cancellation_requests.traveler_ids))`

const requests = (db: Db, reader: Reader | Acting) =>
  db
    .selectFrom('cancellation_requests')
    .innerJoin('bookings as b', 'b.id', 'cancellation_requests.booking_id')
    // Who decided is a matter of the office.
    .select(columnsOf('cancellation_requests', CancellationRequest, isOutside(reader) ? ['decided_by'] : []))
    .select([
      sql`json_build_object('booking_number', b.booking_number, 'contact_name', b.contact_name)`.as('booking'),
      namedTravelers.as('travelers'),
      possibleColumn(cancellationRequestFlow, actsAs(reader), 'cancellation_requests.status', {}).as('possible'),
    ])
    .where(isBookingSeen(reader, 'b'))

const requestPage = requestList.over(requests)
export const oneCancellationRequest = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  requests(db, reader).where('cancellation_requests.id', '=', id),
)

/** The open request of a booking. */
export const openCancellationRequest = oneRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('cancellation_requests')
    .select(['id', 'traveler_ids', 'reason', 'currency', 'fee', 'created_at', 'version'])
    .where('booking_id', '=', booking)
    .where('status', '=', 'open'),
)

export async function lockedCancellationRequest(tx: Tx, id: number) {
  return found(
    await tx.selectFrom('cancellation_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  )
}

/** `GET /api/cancellation-requests` */
export function requestReads(on: On) {
  const etag = 'content'
  on.get(
    '',
    {
      access: readers,
      summary: 'Cancellations that customers ask for; a customer those of its bookings',
      ...requestList.of(shownCancellationRequest),
      etag,
    },
    ({ db, actor, query }) => requestPage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    { access: readers, summary: 'One request to cancel', returns: shownCancellationRequest, etag },
    ({ db, actor, params }) => oneCancellationRequest(db, { ...actingOf(actor), ...params }),
  )
}
