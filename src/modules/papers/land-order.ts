import type { Db } from '../../kit/db/tables.ts'
import { travelersOf } from '../planned-trips/manifest.ts'
import { neededBy } from '../planned-trips/needs.ts'
import { staysOnPaper } from '../planned-trips/rooms.ts'
import type { Reader } from '../users/reader.ts'
import { tripOnPaper } from './trip.ts'

/** The order for a land operator: the number of travelers, flights, hotels, programme, diets and requests, without names of travelers. */
export async function landOrder(db: Db, given: Reader & { id: number }) {
  const [trip, people, { stays }] = await Promise.all([
    tripOnPaper(db, given),
    travelersOf(db, given),
    staysOnPaper(db, given),
  ])
  const rooms = stays.map(({ id, hotel, check_in, check_out, totals }) => ({ id, hotel, check_in, check_out, totals }))
  const facts = {
    trip,
    rooms,
    people: people.map(({ passenger_type, meal_requirement, food_restrictions, has_allergies, needs }) => ({
      ...{ passenger_type, meal_requirement, food_restrictions, has_allergies, needs: neededBy('land', needs) },
    })),
  }
  return { template: 'land-order', file: `${trip.serial}-land-order`, facts }
}
