import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { leader, trip } = await fixtures(home)
const other = await home.another()
const desks = [home.as('line_control'), other.as('op')] as const

const ROUNDS = 110

test('of two conflicting writes in two processes at the same time, at most one succeeds', async () => {
  const mei = await leader('美玲', { min_rest_days: 1 })
  const day = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10)
  const won: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [from, to, after] = [day(round * 8), day(round * 8 + 2), day(round * 8 + 3)]
    const one = await trip(from, to)
    const rivals = [
      () => desks[0].put(`/planned-trips/${one}/assigned-leader`, { tour_leader_id: mei }),
      // In turn: days off within the trip, days off on its rest day, and a trip on its rest day.
      async () =>
        round % 3 === 2
          ? desks[1].put(`/planned-trips/${await trip(after, after)}/assigned-leader`, { tour_leader_id: mei })
          : desks[1].post('/leader-unavailabilities', {
              tour_leader_id: mei,
              type: 'sick',
              ...(round % 3 ? { starts_on: after, ends_on: after } : { starts_on: to, ends_on: to }),
            }),
    ]
    const answers = await Promise.all((round % 2 ? rivals : rivals.reverse()).map((write) => write()))
    const refused = answers.filter(({ status }) => status === 409)
    assert.deepEqual([answers.filter(({ status }) => status < 300).length, refused.length], [1, 1], `round ${round}`)
    assert.equal(refused[0]?.body.code, 'leader_conflict')
    assert.equal(refused[0]?.body.conflicts.length, 1)
    won.push(answers.findIndex(({ status }) => status < 300))
  }
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from leader_calendar`.execute(home.db)
  assert.equal(rows[0]?.n, ROUNDS)
  assert.equal(new Set(won).size, 2, 'each of the two was the faster one at times')
})

test('the constraints of the database refuse conflicts even without the checks of the service', async () => {
  const mei = await leader('怡君')
  const put = (kind: string, subject: number, from: string, to: string) =>
    sql`insert into leader_calendar (tour_leader_id, kind, subject_type, subject_id, during, rest_days, is_firm)
        values (${mei}, ${kind}, 'test', ${subject}, tsrange(${from}::date, ${to}::date + 1), ${kind === 'trip' ? 1 : 0}::integer, true)`.execute(
      home.db,
    )
  const refuses = (constraint: string) => (error: { code?: string; constraint?: string }) =>
    error.code === '23P01' && error.constraint === constraint
  await put('trip', 1, '2030-01-10', '2030-01-14')
  await assert.rejects(put('trip', 2, '2030-01-15', '2030-01-16'), refuses('leader_calendar_between_trips'))
  await assert.rejects(put('unavailability', 3, '2030-01-09', '2030-01-09'), refuses('leader_calendar_beside_leave'))
  await assert.rejects(put('briefing', 4, '2030-01-12', '2030-01-12'), refuses('leader_calendar_free'))
  await put('briefing', 5, '2030-01-15', '2030-01-15')
  await put('trip', 6, '2030-01-16', '2030-01-18')
})
