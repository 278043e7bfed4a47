import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { until } from '../../../test/until.ts'
import type { Tx } from '../../kit/db/tables.ts'

const home = await house()
const { as, db, database } = home
const { trip, book } = await bookingFixtures(home)
const sales = as('sales')

/** Whether nobody has locked this row. */
const isFree = async (table: 'bookings' | 'travelers', id: number) => {
  const { rows } = await sql`select id from ${sql.table(table)} where id = ${id} for update skip locked`.execute(db)
  return rows.length === 1
}
/** Waits until a request waits for a lock of this transaction. */
const untilWaitedFor = async (tx: Tx) => {
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  const waiting = sql`select from pg_stat_activity where ${own[0]?.pid} = any (pg_blocking_pids(pid))`
  await until(async () => (await waiting.execute(db)).rows.length > 0, 'a request waits for the lock')
}
const locked = (table: 'planned_trips' | 'bookings', id: number) =>
  sql`select id from ${sql.table(table)} where id = ${id} for no key update`

test('whoever changes a traveler waits for the trip before anything else is locked', async () => {
  const { id: on } = await trip(9)
  const { id, travelers } = await book(on, ['甲', '乙'])
  const { id: traveler } = travelers[0]
  for (const change of [
    () => sales.put(`/travelers/${traveler}`, { birth_date: '1990-05-05' }),
    () => sales.post('/travelers', { booking_id: id, name: '丙' }),
    () => sales.post(`/travelers/${traveler}/cancel`),
    () => sales.post(`/travelers/${traveler}/restore`),
  ]) {
    let sent: ReturnType<typeof change> | undefined
    await database.transaction({}, async (tx) => {
      await locked('planned_trips', on).execute(tx)
      sent = change()
      await untilWaitedFor(tx)
      assert.deepEqual([await isFree('bookings', id), await isFree('travelers', traveler)], [true, true])
    })
    done(await (sent as ReturnType<typeof change>))
  }
})

test('whoever waits for a booking that is moved to another trip begins again, and holds nothing meanwhile', async () => {
  const [from, to] = [await trip(9), await trip(9)]
  const { id } = await book(from.id, ['甲'])
  let confirmed: ReturnType<typeof sales.post> | undefined
  await database.transaction({}, async (other) => {
    await locked('planned_trips', to.id).execute(other)
    await database.transaction({}, async (move) => {
      await locked('planned_trips', from.id).execute(move)
      confirmed = sales.post(`/bookings/${id}/confirm`)
      await untilWaitedFor(move)
      await sql`update bookings set planned_trip_id = ${to.id} where id = ${id}`.execute(move)
    })
    await untilWaitedFor(other)
    assert.equal(await isFree('bookings', id), true)
  })
  assert.equal(done((await confirmed) as Awaited<ReturnType<typeof sales.post>>).status, 'confirmed')
})
