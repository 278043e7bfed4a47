import { crowd } from './kit/crowd.ts'
import { drill } from './kit/drill.ts'
import { countIs, othersHeard, rush, twoProcesses, won } from './kit/rush.ts'
import { dayOf } from './kit/scene.ts'

export default drill({
  id: 'C1',
  says: 'the last seat of a trip, and of a briefing, 64 clients; ten seats of a trip, a thousand strangers; two processes',
  target: 'exactly one winner in each of ≥ 100 rounds; ten seated and 990 in line, in order; 0 × 5xx',
  run: async (site) => {
    const services = await twoProcesses(site)
    const seats = await lastSeats(site, services)
    const strangers = await crowd(site, services)
    return { value: `${seats.value}; ${strangers.value}`, pass: seats.pass && strangers.pass }
  },
})

type Site = Parameters<typeof rush>[0]
type Services = Awaited<ReturnType<typeof twoProcesses>>

const lastSeats = (site: Site, services: Services) => {
  let package_id: number | undefined
  return rush(
    site,
    {
      round: async (n, first) => {
        if (n % 2) return briefing(site, await first.session(1))
        package_id ??= await first.package()
        const trip = await first.saleOf(package_id, dayOf(n * 3), 1)
        return {
          send: (client, scene) => scene.register(trip, n * 64 + client),
          judge: async (answers) => {
            const held = won(answers).filter(({ body }) => body.data.status === 'held')
            const waiting = won(answers).filter(({ body }) => body.data.status === 'waitlisted')
            const places = new Set(waiting.map(({ body }) => body.data.waitlist_position))
            const [row] = await site.query<{ n: number }>(
              "select count(*)::integer as n from bookings where planned_trip_id = $1 and status = 'held'",
              [trip],
            )
            return [
              ...countIs('winners', held.length, 1),
              ...countIs('seats taken', row?.n ?? 0, 1),
              ...countIs('in line', waiting.length, 63),
              ...countIs('different places in line', places.size, 63),
              ...othersHeard(answers),
            ]
          },
        }
      },
    },
    services,
  )
}

const briefing = (site: Site, session: number): Awaited<ReturnType<Parameters<typeof rush>[1]['round']>> => ({
  send: (client, { as }) => as('op')('POST', `/api/sessions/${session}/attendances`, { guest_name: `來賓 ${client}` }),
  judge: async (answers) => {
    const [row] = await site.query<{ n: number }>(
      'select count(*)::integer as n from session_attendances where session_id = $1',
      [session],
    )
    return [
      ...countIs('winners', won(answers).length, 1),
      ...countIs('seats taken', row?.n ?? 0, 1),
      ...othersHeard(answers, 'session_full'),
    ]
  },
})
