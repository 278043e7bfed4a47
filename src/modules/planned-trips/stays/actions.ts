import { packed } from '../../../kit/db/json-columns.ts'
import { remove } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { type LockedTrip, lockedTrip } from '../leaders/queries.ts'
import { lockedStay, type OneStay } from './queries.ts'
import { type NewStay, Stay, type StayChange } from './schema.ts'

export const addStay = async (tx: Tx, planned_trip_id: number, body: NewStay) => {
  refuseOutside(await lockedTrip(tx, planned_trip_id), body)
  const { id } = await tx
    .insertInto('planned_trip_stays')
    .values({ ...packed(Stay, body), planned_trip_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const changeStay = async (tx: Tx, given: OneStay, change: StayChange, expected: Expected) => {
  const trip = await lockedTrip(tx, given.id)
  const stay = await lockedStay(tx, given)
  guardVersion(stay, expected)
  refuseOutside(trip, { ...stay, ...change })
  await tx.updateTable('planned_trip_stays').set(packed(Stay, change)).where('id', '=', given.stay).execute()
}

export const removeStay = async (tx: Tx, given: OneStay, expected: Expected) => {
  guardVersion(await lockedStay(tx, given), expected)
  await remove(tx, 'planned_trip_stays', given.stay)
}

type Days = Pick<NewStay, 'check_in' | 'check_out'>

const refuseOutside = ({ departure_date, return_date }: LockedTrip, { check_in, check_out }: Days) => {
  if (check_out <= check_in) refuseField('check_out', ['必須晚於入住日。', 'Must be after the day of arrival.'])
  const span = `${departure_date} – ${return_date}`
  const outside = [`不在出團期間內（${span}）。`, `Lies outside the trip (${span}).`] as const
  if (check_in < departure_date) refuseField('check_in', outside)
  if (check_out > return_date) refuseField('check_out', outside)
}
