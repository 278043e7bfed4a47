import assert from 'node:assert/strict'
import { house } from '../../../test/house.ts'
import { openSession } from '../../modules/auth/tokens.ts'
import { seedDemoOnce } from '../demo.ts'
import { seedReference } from '../reference.ts'

/** A house with the demo in it, for its tests. */
export const demoHouse = async () => {
  const all = await house()
  const { db, database, keys, asBearer } = all
  const place = { zone: 'Asia/Taipei', serialPattern: '{package}{yymmdd}{letter}', keys }
  await database.transaction({}, seedReference)
  const accounts = await seedDemoOnce(database, place)
  assert.ok(Array.isArray(accounts))
  const signedIn = async (name: string) => {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', 'like', `${name}@%`)
      .executeTakeFirstOrThrow()
    return asBearer((await database.transaction({}, (tx) => openSession(tx, id))).token)
  }
  return { ...all, accounts, place, signedIn }
}
