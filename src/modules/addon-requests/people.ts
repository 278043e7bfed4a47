import type { Tx } from '../../kit/db/tables.ts'

/** What a notice about a request is made of. */
export const concerned = (tx: Tx, id: number) =>
  tx
    .selectFrom('addon_requests as r')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .innerJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .select(['r.id', 'r.request_number', 'r.department', 'r.assignee_id', 'r.sales_user_id', 'b.customer_user_id'])
    .select(['t.name as type_name', 't.name_en as type_name_en', 'v.name as traveler', 'p.serial'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
export type Concerned = Awaited<ReturnType<typeof concerned>>

/** Who stands behind a party: the one in charge of the request, or where there is none, all who could be. */
export const peopleOf = {
  sales: async (tx: Tx, { sales_user_id }: Concerned) => (sales_user_id ? [sales_user_id] : allWho(tx, 'sales')),
  department: async (tx: Tx, { assignee_id, department }: Concerned) =>
    assignee_id ? [assignee_id] : allWho(tx, 'department', department),
  customer: async (_tx: Tx, { customer_user_id }: Concerned) => (customer_user_id ? [customer_user_id] : []),
  admin: (tx: Tx) => allWho(tx, 'admin'),
} as const

const allWho = async (tx: Tx, role: 'sales' | 'department' | 'admin', department?: Concerned['department']) => {
  const users = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', role)
    .where('status', '=', 'active')
    .$if(department !== undefined, (rows) => rows.where('department', '=', department ?? null))
    .execute()
  return users.map(({ id }) => id)
}
