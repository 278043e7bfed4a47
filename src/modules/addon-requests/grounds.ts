import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import type { Department } from '../roles.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { stillSelling } from '../users/naming.ts'
import { isOutside, type Reader } from '../users/reader.ts'
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

/** Refuses a new request whose day is past, or whose trip has departed or is over. */
export const refuseUntimely = async (tx: Tx, id: number) => {
  const { trip, needed_by, has_departed, is_over, is_sold_on_the_road } = await timesOf(tx, { id })
  await refusePastNeed(tx, needed_by)
  if (is_over)
    refuseField('traveler_id', [
      `${trip} 這一團已結束，不能再加購；已提供的服務請在訂單加一筆費用。`,
      overInEnglish(trip),
    ])
  if (has_departed && !is_sold_on_the_road)
    refuseField('traveler_id', [
      `${trip} 這一團已出發，這個項目不能在途中加購；若可以，請管理員把這個類型設為途中可加購。`,
      `${trip} has departed, and this extra is not sold on the road; if it is, an administrator can say so at its type.`,
    ])
}

const overInEnglish = (trip: string) =>
  `${trip} is over, so nothing can be added to it; what was provided can be charged on the booking.`

const timesOf = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('addon_requests as r')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select(['p.serial as trip', 'r.needed_by', 't.is_sold_on_the_road'])
    .select(sql<boolean>`p.status in ('returned', 'settled', 'cancelled') or p.return_date < today()`.as('is_over'))
    .select(sql<boolean>`p.status = 'departed' or p.departure_date < today()`.as('has_departed'))
    .where('r.id', '=', id),
)

/** Refuses a day before today as the day by which something is needed. */
export const refusePastNeed = async (tx: Tx, needed_by: string | null | undefined) => {
  if (!needed_by) return
  const { rows } = await sql<{ past: boolean }>`select ${needed_by}::date < today() as past`.execute(tx)
  if (rows[0]?.past)
    refuseField('needed_by', [
      '需要日期已經過去；請填今天或以後的日期。',
      'This day is past; give today or a later day.',
    ])
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
