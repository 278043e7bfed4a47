import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { stillSelling } from '../users/naming.ts'
import { isOutside, type Reader } from '../users/reader.ts'
import type { Department } from '../users/schema.ts'
import { isTypeSeen } from './visible.ts'

/** An active type that the reader may request, with its department. */
export const typeFor = async (tx: Tx, reader: Reader, id: number) => {
  const type = await tx
    .selectFrom('addon_request_types as t')
    .innerJoin('addon_categories as c', 'c.id', 't.category_id')
    .selectAll('t')
    .select('c.department')
    .where('t.id', '=', id)
    .where(isTypeSeen(reader))
    .$if(isOutside(reader), (rows) => rows.where('t.is_active', '=', true))
    .executeTakeFirst()
  if (!type) return refuseMissing('type_id')
  if (!type.is_active) return refuseField('type_id', ['這個類型已停用。', 'This type is retired.'])
  return type
}

/** The traveler with its booking. For a customer, travelers of others do not exist. */
export const travelerFor = async (tx: Tx, reader: Reader, id: number) => {
  const traveler = await tx
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.booking_id', 'b.planned_trip_id', 'v.status', 'b.status as booking_status'])
    .select(stillSelling('b.sales_user_id').as('sales_user_id'))
    .where('v.id', '=', id)
    .where(isBookingSeen(reader, 'b'))
    .executeTakeFirst()
  if (!traveler) return refuseMissing('traveler_id')
  if (traveler.status === 'cancelled' || ['cancelled', 'expired'].includes(traveler.booking_status))
    return refuseField('traveler_id', ['此旅客或訂單已取消。', 'This traveler or its booking was cancelled.'])
  return traveler
}

/** Refuses an assignee of another department. */
export const refuseElsewhere = async (tx: Tx, id: number, department: Department) => {
  const user = await tx
    .selectFrom('users')
    .select('departments')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!user?.departments.includes(department))
    refuseField('assignee_id', ['承辦人必須屬於負責的部門。', 'The assignee must be of the department in charge.'])
}

const refuseMissing = (field: string) => refuseField(field, ['沒有這筆資料。', 'There is no such record.'])
