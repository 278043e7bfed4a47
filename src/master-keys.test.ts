import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixtures } from '../test/fixtures/travelers.ts'
import { house } from '../test/house.ts'
import { terminal } from '../test/terminal.ts'
import { readConfig } from './config.ts'
import { keysFrom } from './kit/secrets/keys.ts'
import { checkedKeys, keyFileOf, recordSealing } from './master-keys.ts'

const home = await house()
const { db, database, another } = home
const { leader } = await fixtures(home)
const { guidon, really } = await terminal(home)

const key = (byte: number) => Buffer.alloc(32, byte)
const named = (...bytes: number[]) => ({ MASTER_KEY: bytes.map((byte) => key(byte).toString('base64')).join() })
const own = named(7)

const emptyDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'guidon-keys-'))
  home.atEnd(() => rm(directory, { recursive: true }))
  return readConfig({ DATA_DIR: directory })
}

test('a database without sealed values gets a new key, and keeps it', async () => {
  const config = await emptyDirectory()
  const keys = await checkedKeys(config, database)
  assert.deepEqual((await checkedKeys(config, database)).checks(), keys.checks())
})

test('a key that does not open what an older version has sealed is refused, and so is a missing one', async () => {
  await leader('陳志明', { passport_number: 'TW3001234' })
  const config = await emptyDirectory()
  await assert.rejects(checkedKeys(config, database), { message: /step_not_possible/ })
  assert.equal(existsSync(keyFileOf(config)), false)
  const { code, err } = await guidon('rewrap', { env: named(9) })
  assert.deepEqual(
    [code, err.split('\n')[1]],
    [
      1,
      'The personal data of this database is sealed with another master key. Give the one that it had (MASTER_KEY or DATA_DIR/master.key). If it is lost for good, see "A lost master key" in docs/OPERATIONS.md.',
    ],
  )
})

test('a service with another key refuses to start and writes nothing; doctor and backup refuse the key too', async () => {
  assert.equal((await guidon('rewrap', { env: own })).code, 0)
  const written = () => db.selectFrom('installation').selectAll().orderBy('key').execute()
  const before = await written()
  const { code, err } = await really('serve', named(9))
  assert.deepEqual([code, /sealed with another master key/.test(err)], [1, true])
  assert.deepEqual(await written(), before)

  const doctor = JSON.parse((await guidon('doctor --json', { env: named(9) })).out)
  const finding = doctor.filter(
    ({ is, about }: { is: string; about: string }) => is === 'fail' && about === 'master key',
  )
  assert.match(finding[0]?.says, /sealed with another master key/)
  assert.match((await guidon('backup /tmp/never', { env: named(9) })).err, /sealed with another master key/)
  assert.equal(existsSync('/tmp/never'), false)
})

test('without a key no new one is generated beside the sealed data', async () => {
  const config = await emptyDirectory()
  await assert.rejects(checkedKeys(config, database), { message: /step_not_possible/ })
  assert.equal(existsSync(keyFileOf(config)), false)
})

test('a key that still seals values may not be removed before rewrap', async () => {
  const both = keysFrom(key(8), key(7))
  await recordSealing(database, both)
  const tooEarly = await guidon('rewrap', { env: named(8) })
  assert.match(tooEarly.err, /still sealed with a master key that is not given\. Add that key to MASTER_KEY again/)
  assert.equal((await guidon('rewrap', { env: named(8, 7) })).code, 0)
  assert.equal((await guidon('rewrap', { env: named(8) })).code, 0)
  assert.match((await guidon('rewrap', { env: own })).err, /sealed with another master key/)
})

test('a process whose key is no longer that of the database is not ready, and the health page says why', async () => {
  const [old, fresh] = [await another({ keys: keysFrom(key(7)) }), await another({ keys: keysFrom(key(8)) })]
  const readiness = async ({ as }: typeof old) => (await as().get('//readyz')).status
  assert.deepEqual([await readiness(old), await readiness(fresh)], [503, 200])
  const checks = (await old.as('admin').get('/health')).data
  assert.deepEqual(
    checks.find(({ about }: { about: string }) => about === 'master key'),
    {
      is: 'fail',
      about: 'master key',
      says: 'The personal data of this database is sealed with another master key. Give the one that it had (MASTER_KEY or DATA_DIR/master.key). If it is lost for good, see "A lost master key" in docs/OPERATIONS.md.',
      todo: 'Restart the processes that use an old key.',
    },
  )
})

test('two first starts with different keys: the second is refused', async () => {
  await db.deleteFrom('installation').where('key', '=', 'master_keys').execute()
  await recordSealing(database, keysFrom(key(8)))
  await assert.rejects(recordSealing(database, keysFrom(key(9))), { message: /step_not_possible/ })
})

test('a key that is lost for good can be replaced with adopt-key only', async () => {
  assert.match((await guidon('adopt-key', { env: named(8) })).err, /The master key fits the database/)
  assert.equal((await guidon('adopt-key', { env: named(5) })).code, 0)
  assert.equal((await guidon('rewrap', { env: named(8) })).code, 1)
  assert.match((await guidon('adopt-key', { env: named(5) })).err, /The master key fits the database/)
})
