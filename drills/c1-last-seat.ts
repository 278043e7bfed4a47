import { drill } from './kit/drill.ts'
import { dayOf } from './kit/fixtures.ts'
import { manyRegistrations } from './kit/many-registrations.ts'
import { allSeatsForStrangers, countIs, race, twoProcesses, unexpectedRefusals, winnersOf } from './kit/race.ts'

export default drill({
  id: 'C1',
  title:
    'the last seat of a trip, and of a briefing, 64 clients; ten seats of a trip, a thousand strangers; two processes',
  target: 'exactly one winner in each of ≥ 100 rounds; ten seated and 990 in line, in order; 0 × 5xx',
  run: async (context) => {
    const services = await twoProcesses(context, allSeatsForStrangers)
    const seats = await lastSeats(context, services)
    const strangers = await manyRegistrations(context, services)
    return { value: `${seats.value}; ${strangers.value}`, pass: seats.pass && strangers.pass }
  },
})

type Context = Parameters<typeof race>[0]
type Services = Awaited<ReturnType<typeof twoProcesses>>

const lastSeats = (context: Context, services: Services) => {
  let package_id: number | undefined
  return race(
    context,
    {
      round: async (n, first) => {
        if (n % 2) return briefing(context, await first.session(1))
        package_id ??= await first.package()
        const trip = await first.saleOf(package_id, dayOf(n * 3), 1)
        return {
          send: (client, fixtures) => fixtures.register(trip, n * 64 + client),
          judge: async (answers) => {
            const held = winnersOf(answers).filter(({ body }) => body.data.status === 'held')
            const waiting = winnersOf(answers).filter(({ body }) => body.data.status === 'waitlisted')
            const places = new Set(waiting.map(({ body }) => body.data.waitlist_position))
            const [row] = await context.query<{ n: number }>(
              "select count(*)::integer as n from bookings where planned_trip_id = $1 and status = 'held'",
              [trip],
            )
            return [
              ...countIs('winners', held.length, 1),
              ...countIs('seats taken', row?.n ?? 0, 1),
              ...countIs('in line', waiting.length, 63),
              ...countIs('different places in line', places.size, 63),
              ...unexpectedRefusals(answers),
            ]
          },
        }
      },
    },
    services,
  )
}

const briefing = (context: Context, session: number): Awaited<ReturnType<Parameters<typeof race>[1]['round']>> => ({
  send: (client, { as }) => as('op')('POST', `/api/sessions/${session}/attendances`, { guest_name: `來賓 ${client}` }),
  judge: async (answers) => {
    const [row] = await context.query<{ n: number }>(
      'select count(*)::integer as n from session_attendances where session_id = $1',
      [session],
    )
    return [
      ...countIs('winners', winnersOf(answers).length, 1),
      ...countIs('seats taken', row?.n ?? 0, 1),
      ...unexpectedRefusals(answers, 'session_full'),
    ]
  },
})
