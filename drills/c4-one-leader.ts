import { drill } from './kit/drill.ts'
import { dayOf } from './kit/fixtures.ts'
import { countIs, race, unexpectedRefusals, winnersOf } from './kit/race.ts'

export default drill({
  id: 'C4',
  title: 'one leader for overlapping trips and days off',
  target: 'exactly one winner in each of ≥ 100 rounds, 0 × 5xx',
  run: (context) => {
    let ready: { package_id: number; leader: number } | undefined
    return race(context, {
      round: async (n, first) => {
        ready ??= { package_id: await first.package(), leader: await first.leader() }
        const { package_id, leader } = ready
        const from = dayOf(n * 20)
        const trips = [await first.trip(package_id, from), await first.trip(package_id, dayOf(n * 20 + 2))]
        const before = await blocks(context.query, leader)
        return {
          send: (client, { as }) =>
            client % 4 < 2
              ? as('op')('PUT', `/api/planned-trips/${trips[client % 2]}/assigned-leader`, { tour_leader_id: leader })
              : as('line_control')('POST', '/api/leader-unavailabilities', {
                  tour_leader_id: leader,
                  type: 'sick',
                  starts_on: dayOf(n * 20 + 1),
                  ends_on: dayOf(n * 20 + 3),
                }),
          judge: async (answers) => {
            const kinds = new Set(
              answers.flatMap(({ status }, client) =>
                status < 300 ? [client % 4 < 2 ? `trip ${client % 2}` : 'days off'] : [],
              ),
            )
            return [
              ...countIs('winners', kinds.size, 1),
              ...countIs('entries in the calendar', (await blocks(context.query, leader)) - before, 1),
              ...(kinds.has('days off') ? countIs('days off', winnersOf(answers).length, 1) : []),
              ...unexpectedRefusals(answers, 'leader_conflict'),
            ]
          },
        }
      },
    })
  },
})

const blocks = async (query: <R extends object>(text: string, values: unknown[]) => Promise<R[]>, leader: number) =>
  (
    await query<{ n: number }>('select count(*)::integer as n from leader_calendar where tour_leader_id = $1', [leader])
  )[0]?.n ?? 0
