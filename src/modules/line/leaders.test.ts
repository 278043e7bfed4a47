import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { done } from '../../../test/fixtures/bookings.ts'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { withLine } from '../../../test/fixtures/line-house.ts'
import { house } from '../../../test/house.ts'
import { until } from '../../../test/until.ts'

const home = await house()
const { as, db, ids } = home
const { leader, trip, assign, own } = await fixtures(home)
const { line, join } = await withLine(home)

test('a leader who is linked hears on LINE of its trips and their changes, and by mail besides, which may be needed as a proof', async () => {
  const mine = await own()
  const other = await leader('怡君')
  const id = await trip('2083-03-01', '2083-03-05')
  const { serial } = done(await as('line_control').get(`/planned-trips/${id}`))
  await join('Uleader', done(await as('leader').post('/me/line-link', {})).code)
  const told = (nth: number) => until(() => line.textsTo('Uleader')[nth], `message ${nth} to the leader`)

  done(await assign(id, mine))
  assert.match(await told(1), new RegExp(`^您已被指派帶團[\\s\\S]*${serial}[\\s\\S]*https://guidon\\.test/desk/`))
  done(await assign(id, other, { reason: '改派' }))
  assert.match(await told(2), new RegExp(`^您不再帶領此團[\\s\\S]*${serial}`))

  const ways = async () => {
    const { rows } = await sql<{ way: string }>`
      select channel || ' ' || state as way from deliveries
       where user_id = ${ids.leader} and sentence = 'trip-leader.assigned' order by channel`.execute(db)
    return rows.map(({ way }) => way)
  }
  await until(async () => (await ways()).join() === 'line sent,mail sent', 'both ways have told')
})
