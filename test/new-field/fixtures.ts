import { bookingFixtures } from '../fixtures/bookings.ts'
import type { House } from '../house.ts'
import { callsOf } from './calls.ts'

export type Fixtures = Awaited<ReturnType<typeof fixtures>>

/** The records to which the records with a new field belong. */
export const fixtures = async (home: House) => {
  const calls = callsOf(home)
  const { read, make } = calls
  const { trip, body, package_id } = await bookingFixtures(home)
  const first = async (path: string): Promise<number> => (await read(path))[0].id
  const made = async (path: string, body: object) => (await make(path, body)).id
  const [japan, sapporo, seoul] = [
    await first('/countries?q=Japan'),
    await first('/cities?q=Sapporo'),
    await first('/cities?q=首爾'),
  ]
  const continent_id = await first('/continents')
  const taiwan = await made('/countries', { continent_id, iso_alpha2: 'TW', name: '台灣' })
  await made('/cities', { country_id: taiwan, name: '台北', iata_code: 'TPE', timezone: 'Asia/Taipei' })
  const { id: planned } = await trip(20)
  const booked = await made('/bookings', body(planned, ['王小美'], { customer_user_id: home.ids.customer }))
  const category = await made('/addon-requests/categories', { name: '機票', department: 'op' })
  const type = { name: '座位升等', type_code: 'SEAT', pricing_type: 'free' }
  return {
    ...calls,
    ids: home.ids,
    trip,
    body,
    package_id,
    planned,
    booked,
    traveler: await first(`/travelers?booking_id=${booked}`),
    japan,
    sapporo,
    seoul,
    leader: await made('/tour-leaders', {
      name: '陳志明',
      user_id: home.ids.leader,
      licenses: [{ type: '外語領隊執業證' }],
    }),
    airline: await made('/airlines', { iata_code: 'BR', name: '長榮航空' }),
    area: await made('/geographical-areas', { code: 'NORTH', name: '東北亞', country_ids: [japan] }),
    category,
    seat: await made('/addon-requests/types', { ...type, category_id: category }),
    seminar: await made('/seminars', { kind: 'product_talk', title: '講座' }),
  }
}
