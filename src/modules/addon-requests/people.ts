import type { Compilable } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Words } from '../../kit/words/words.ts'
import { thoseIn } from '../users/queries.ts'
import type { Department } from '../users/schema.ts'
import type { Party } from './flow.ts'

/** The data for a notice about a request, and its person in charge if that account is active and still in the department. */
export type Concerned = {
  id: number
  request_number: string
  department: Department
  customer_user_id: number | null
  sales_id: number | null
  assignee_id: number | null
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
      .innerJoin('bookings as b', 'b.id', 'r.booking_id')
      .leftJoin('users as s', (join) => join.onRef('s.id', '=', 'r.sales_user_id').on('s.status', '=', 'active'))
      .leftJoin('users as a', (join) =>
        join
          .onRef('a.id', '=', 'r.assignee_id')
          .onRef('a.department', '=', 'r.department')
          .on('a.status', '=', 'active'),
      )
      .select(['r.id', 'r.request_number', 'r.department', 'b.customer_user_id'])
      .select(['s.id as sales_id', 'a.id as assignee_id'])
      .select(['t.name as type_name', 't.name_en as type_name_en', 'v.name as traveler', 'p.serial'])
      .where('r.id', '=', id),
)

/** Trip, traveler and type. */
export const matterOf = ({ type_name, type_name_en, traveler, serial }: Concerned): Words => [
  `${serial} ${traveler}：${type_name}`,
  `${serial} ${traveler}: ${type_name_en ?? type_name}`,
]

type People = (tx: Tx, about: Concerned) => Promise<number[]>

/** The recipients of a party: the person in charge, or else everybody who could be. */
export const peopleOf: Record<Party, People> = {
  sales: async (tx, { sales_id }) => (sales_id ? [sales_id] : thoseIn(tx, 'sales')),
  department: async (tx, { assignee_id, department }) =>
    assignee_id ? [assignee_id] : thoseIn(tx, 'department', department),
  customer: async (_tx, { customer_user_id }) => (customer_user_id ? [customer_user_id] : []),
  admin: (tx) => thoseIn(tx, 'admin'),
}
