import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../test/house.ts'
import { isOver, limitTable, tally } from './throttle.ts'

const { database } = await house()
const { trial } = limitTable({ trial: { most: 2, seconds: 60, per: 'person', why: 'a test' } })
const counted = () => database.transaction({}, (tx) => tally(tx, trial, 'somebody'))

test('a limit that is reached refuses without waiting for the row of its counter', async () => {
  assert.deepEqual((await Promise.all([counted(), counted()])).map(isOver), [false, false])
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locking = database.transaction({}, async (tx) => {
    await sql`select key from throttles where key = 'trial somebody' for update`.execute(tx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const refused = await counted().finally(release.resolve)
  await locking
  assert.deepEqual([isOver(refused), refused.hits, refused.wait > 50], [true, 3, true])
})

test('a counter starts again when its period is over', async () => {
  await database.transaction({}, (tx) => sql`update throttles set expires_at = now() - interval '1 second'`.execute(tx))
  assert.deepEqual([(await counted()).hits, (await counted()).hits, isOver(await counted())], [1, 2, true])
})

test('two limits never share a counter: a second limit of the same name is refused before the service starts', () => {
  assert.throws(
    () => limitTable({ trial: { most: 60, seconds: 600, per: 'booking', why: 'another reason' } }),
    /There are two limits named "trial": give one of them another name\./,
  )
})
