import type { House } from '../../../test/house.ts'
import { places } from '../../../test/places.ts'

let made = 0

/** Leaders, trips and a small world, for the tests of the leaders. */
export const ground = async ({ as, database, ids }: House) => {
  const admin = as('admin')
  const world = await places(as)
  const create = async (path: string, body: object): Promise<number> => {
    const answer = await admin.post(path, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.data.id
  }
  const leader = (name: string, body: object = {}) => create('/tour-leaders', { name, ...body })
  const trip = async (departure_date: string, return_date: string, more: object = {}) => {
    made += 1
    const trip = { serial: `T${made}`, name: `第 ${made} 團`, departure_date, return_date, ...more }
    const { id } = await database.transaction({}, (tx) =>
      tx.insertInto('planned_trips').values(trip).returning('id').executeTakeFirstOrThrow(),
    )
    return id
  }
  const assign = (trip: number, tour_leader_id: number | null, more: object = {}) =>
    as('line_control').put(`/planned-trips/${trip}/assigned-leader`, { tour_leader_id, ...more })
  const north = await create('/geographical-areas', {
    code: 'NORTH',
    name: '東北亞',
    name_en: 'Northeast Asia',
    country_ids: [world.japan, world.korea],
  })
  return { ...world, north, create, leader, trip, assign, own: () => leader('陳志明', { user_id: ids.leader }) }
}
