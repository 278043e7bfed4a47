import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../test/house.ts'
import { isOver, tally } from './throttle.ts'

const { database } = await house()
const limit = { key: 'trial', most: 2, seconds: 60 }
const counted = () => database.transaction({}, (tx) => tally(tx, limit))

test('a limit that is reached refuses without waiting for the row of its counter', async () => {
  assert.deepEqual((await Promise.all([counted(), counted()])).map(isOver), [false, false])
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locking = database.transaction({}, async (tx) => {
    await sql`select key from throttles where key = 'trial' for update`.execute(tx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const refused = await counted().finally(release.resolve)
  await locking
  assert.deepEqual([isOver(refused), refused.hits, refused.wait > 50], [true, 3, true])
})

test('a counter starts again when its time is over', async () => {
  await database.transaction({}, (tx) => sql`update throttles set expires_at = now() - interval '1 second'`.execute(tx))
  assert.deepEqual([(await counted()).hits, (await counted()).hits, isOver(await counted())], [1, 2, true])
})
