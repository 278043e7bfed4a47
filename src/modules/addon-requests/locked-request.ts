import { type Compilable, type Selectable, sql } from 'kysely'
import { settleAll } from '../../kit/async/settle.ts'
import { oneRow, theRow } from '../../kit/db/statement.ts'
import type { Tables, Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import type { Department, Role } from '../roles.ts'
import { idsOf } from '../users/has-role.ts'
import { type Reader, seesAll } from '../users/reader.ts'
import { internalStatuses, type RequestState, type Turn } from './flow.ts'
import type { Response, Status } from './request.ts'
import { isRequestSeen } from './visible.ts'
import { departmentWords } from './words.ts'

export type LockedRequest = Awaited<ReturnType<typeof lockedRequest>>

/** Locks a request and reads it with its type, its latest offer and the people concerned. */
export async function lockedRequest(tx: Tx, reader: Reader, id: number) {
  const [request, about, offer] = await settleAll([
    requestForUpdate(tx, { ...reader, id }),
    // Sent after the lock is granted, so that they see what the previous holder has written.
    concerned(tx, { id }),
    latestOffer(tx, { id }),
  ])
  return { ...request, about, offer }
}

/** Like `lockedRequest`, for who holds a booking: no request of another one exists. */
export async function lockedRequestOfBooking(tx: Tx, booking_id: number, id: number) {
  const request = await lockedRequest(tx, seesAll, id)
  return request.booking_id === booking_id ? request : refuse('not_found')
}

const requestForUpdate = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('addon_requests as r')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .selectAll('r')
    .select('b.status as booking_status')
    .select(sql<Selectable<Tables['addon_request_types']>>`to_json(t)`.as('type'))
    .where('r.id', '=', id)
    .where(isRequestSeen(reader, 'r'))
    .forUpdate('r'),
)

// Compared with the clock after the lock was granted, because waiting for the lock takes time.
const latestOffer = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('addon_communications')
    .selectAll()
    .select(sql<boolean>`coalesce(customer_response_deadline < clock_timestamp(), false)`.as('is_late'))
    .where('id', '=', (offer) => offer.selectFrom('addon_requests').select('offer_id').where('id', '=', id)),
)

/** The facts that the flow depends on. */
export function stateOf({
  status,
  estimated_cost,
  offer,
  customer_response,
  booking_status,
}: LockedRequest): RequestState {
  return {
    status,
    isPriced: estimated_cost !== null,
    isOffered: isOfferOpen(offer?.customer_response),
    isDeclined: status === 'rejected' && customer_response !== 'rejected',
    isSeated: seatedStatuses.includes(booking_status),
  }
}

/** An offer can be answered while it is unanswered or under negotiation. */
export function isOfferOpen(response: Response | null | undefined) {
  return response === 'pending' || response === 'negotiating'
}

/** Refuses a department in requests of another department, unless another of its roles may do the same. */
export function refuseOtherDepartments(
  { department }: { department: Department },
  { roles, departments }: Caller,
  by: readonly Role[],
) {
  const allowed = roles.filter((role) => by.includes(role))
  if (!allowed.includes('department') || allowed.length > 1 || departments.includes(department)) return
  const [zh, en] = departmentWords[department]
  refuse('forbidden', {
    detail: [`這筆申請由${zh}負責。`, `This request is in the hands of ${en}.`],
    also: { department },
  })
}

type Caller = { roles: readonly Role[]; departments: readonly Department[] }

/** Sets the status of a request. Internal steps are hidden from the customer and do not change the public version. */
export async function setStatus(
  tx: Tx,
  { id }: LockedRequest,
  status: Status,
  { internal }: Turn,
  change: Change = {},
) {
  const isHidden = internal && internalStatuses.includes(status)
  await tx
    .updateTable('addon_requests')
    .set({
      ...change,
      status,
      status_since: sql`now()`,
      completed_at: status === 'completed' ? sql<string>`coalesce(completed_at, now())` : null,
      ...(!isHidden && { public_status: status, ...publicChange }),
    })
    .where('id', '=', id)
    .execute()
}

export type Change = Partial<{
  quoted_price: number
  quoted_until: string | null
  final_cost: number | null
  offer_id: number
  customer_response: LockedRequest['customer_response']
  response_deadline: string | null
  cancel_reason: string
  public_cancel_reason: string
}>

/** Increments the version that is shown to the customer. */
export const publicChange = { public_version: sql<number>`public_version + 1`, public_updated_at: sql`now()` }

/** The values of a notice about a request, and its recipients. */
export type Concerned = {
  id: number
  request_number: string
  department: Department
  booking_id: number
  sales_id: number | null
  /** The salesperson of the request, or all of sales if it has none. */
  sales: number[]
  /** The assignee if the account is active and still in the department, otherwise the whole department. */
  team: number[]
  type_name: string
  type_name_en: string | null
  traveler: string
  serial: string
}

export const concerned = theRow(
  (db, { id }: { id: number }): Compilable<Concerned> =>
    db
      .selectFrom('addon_requests as r')
      .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
      .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
      .innerJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
      .leftJoin('users as s', (join) => join.onRef('s.id', '=', 'r.sales_user_id').on('s.status', '=', 'active'))
      .leftJoin('users as a', (join) =>
        join
          .onRef('a.id', '=', 'r.assignee_id')
          .on(sql<boolean>`r.department = any(a.departments)`)
          .on('a.status', '=', 'active'),
      )
      .select(['r.id', 'r.request_number', 'r.department', 'r.booking_id', 's.id as sales_id'])
      .select([oneOrAll('s.id', idsOf(db, 'sales')).as('sales')])
      .select([oneOrAll('a.id', idsOf(db, 'department', sql.ref('r.department'))).as('team')])
      .select(['t.name as type_name', 't.name_en as type_name_en', 'v.name as traveler', 'p.serial'])
      .where('r.id', '=', id),
)

const oneOrAll = (one: string, all: ReturnType<typeof idsOf>) =>
  sql<number[]>`case when ${sql.ref(one)} is null then array(${all}) else array[${sql.ref(one)}] end`
