import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { ask, postmasterOf, temporaryDataDir, visit } from '../../../test/fixtures/embedded-postgres.ts'
import { until } from '../../../test/until.ts'
import { noteDataDirectory, removeAbandoned } from './abandoned.ts'
import { embeddedServer } from './embedded.ts'

const born = 'select pg_postmaster_start_time()::text as answer'
const isRoot = process.getuid?.() === 0

suite('the embedded server', () => {
  let dataDir = ''
  let clear = async () => {}
  before(async () => {
    ;({ dataDir, clear } = await temporaryDataDir(0o711, 'long '.repeat(20)))
  })
  after(() => clear())
  const start = () => embeddedServer({ dataDir, durable: false })
  const postmaster = () => postmasterOf(join(dataDir, 'postgres')) ?? assert.fail('there is no postmaster')

  test('two processes may start it at the same time; a long path is allowed', async () => {
    const both = await Promise.all([visit(dataDir), visit(dataDir)])
    assert.deepEqual(both.map(({ isNew }) => isNew).sort(), [false, true])
    assert.equal(both[0].born, both[1].born)
    await Promise.all(both.map(({ leave }) => leave()))
    assert.equal(postmasterOf(join(dataDir, 'postgres')), undefined)
  })

  test('initializes a cluster with Unicode and a password, without a TCP port', async () => {
    const server = await start()
    assert.match(server.version, /^\d+\.\d+$/)
    assert.deepEqual(
      await ask(
        server,
        `select unnest(array[current_setting('server_encoding'), datlocprovider::text, datlocale, datctype,
          current_setting('data_checksums'), current_setting('timezone'), current_setting('listen_addresses')])
          as answer from pg_database where datname = 'template1'`,
      ),
      ['UTF8', 'b', 'C.UTF-8', 'C.UTF-8', 'on', 'UTC', ''],
    )
    assert.deepEqual(await ask(server, 'select distinct auth_method as answer from pg_hba_file_rules'), [
      'scram-sha-256',
    ])
    const stranger = { connection: { ...server.connection, password: 'guessed' } }
    await assert.rejects(ask(stranger, born), { code: '28P01' })
    assert.equal((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777, 0o600)
    assert.equal((await stat(server.connection.host)).mode & 0o777, 0o700)

    await ask(server, 'create table kept as select 7 as answer')
    await server.release()
    assert.equal(postmasterOf(join(dataDir, 'postgres')), undefined)
  })

  test('opens existing data again', async () => {
    const server = await start()
    assert.equal(server.isNew, false)
    assert.deepEqual(await ask(server, 'select answer::text from kept'), ['7'])
    await server.release()
  })

  test('is shared by several processes, survives the first one, and stops with the last', async () => {
    const other = await visit(dataDir)
    const server = await start()
    assert.deepEqual(await ask(server, born), [other.born])
    other.process.kill('SIGKILL')
    assert.deepEqual(await ask(server, born), [other.born])

    const another = await visit(dataDir)
    await server.release()
    assert.deepEqual(await ask(server, born), [another.born])
    await another.leave()
    await assert.rejects(ask(server, born))
  })

  test('restarts when it is killed, with or without its children, or stopped', async () => {
    const server = await start()
    for (const blow of ['SIGKILL', 'SIGTERM', 'all'] as const) {
      const before = postmaster()
      const [time] = await ask(server, born)
      const children = await ask(server, 'select pid::text as answer from pg_stat_activity')
      process.kill(before, blow === 'all' ? 'SIGKILL' : blow)
      if (blow === 'all') for (const pid of children) tryKill(Number(pid))
      const answers = () => ask(server, born).catch(() => [])
      await until(async () => (await answers()).some((answer) => answer !== time), `it is back after ${blow}`)
    }
    assert.deepEqual(await ask(server, 'select answer::text from kept'), ['7'])
    await server.release()
  })

  test('starts again after all processes were killed', async () => {
    const other = await visit(dataDir)
    other.process.kill('SIGKILL')
    process.kill(postmaster(), 'SIGKILL')
    const server = await start()
    assert.deepEqual(await ask(server, 'select answer::text from kept'), ['7'])
    await server.release()
  })

  test('ignores the lock file left by a crash', async () => {
    const lock = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
    await writeFile(lock, `${process.ppid}\n`)
    await (await start()).release()
    await writeFile(lock, '')
    await (await start()).release()
  })

  test('a data directory that is moved under a running server can be opened at the new path', async () => {
    const other = await visit(dataDir)
    other.process.kill('SIGKILL')
    await rename(dataDir, `${dataDir} moved`)
    const here = await start()
    const there = await embeddedServer({ dataDir: `${dataDir} moved`, durable: false })
    assert.equal(here.isNew, true)
    assert.deepEqual(await ask(there, 'select answer::text from kept'), ['7'])
    await here.release()
    await there.release()
  })

  test('refuses a cluster of another major version', async () => {
    await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '9\n')
    await assert.rejects(start(), /made by PostgreSQL 9.*restore/)
  })
})

test('as root, keeps the cluster in a closed data directory, through which others may then pass', {
  skip: !isRoot,
}, async (t) => {
  const { dataDir, clear } = await temporaryDataDir()
  t.after(clear)
  await mkdir(dataDir, { mode: 0o700 })
  const server = await embeddedServer({ dataDir, durable: false })
  assert.equal(server.home, join(await realpath(dataDir), 'postgres'))
  assert.equal((await stat(dataDir)).mode & 0o777, 0o711)
  await server.release()
})

test('a cluster is removed when its data directory has been gone for thirty days, and not before', async (t) => {
  const state = await mkdtemp(join(tmpdir(), 'guidon-state-'))
  t.after(() => rm(state, { recursive: true }))
  const [gone, there] = ['0123456789abcdef', 'fedcba9876543210']
  const data = (name: string) => join(state, `data-${name}`)
  for (const name of [gone, there]) {
    await mkdir(join(state, name, 'cluster'), { recursive: true })
    await mkdir(data(name))
    await noteDataDirectory(data(name), join(state, name))
  }
  await mkdir(join(state, `${there}-until-1000`))
  const day = 86_400_000
  const now = Date.now()
  await rm(data(gone), { recursive: true })
  assert.deepEqual(await removeAbandoned(now, state), [join(state, `${there}-until-1000`)])
  assert.deepEqual(await removeAbandoned(now + 29 * day, state), [])
  await mkdir(data(gone))
  assert.deepEqual(await removeAbandoned(now + 31 * day, state), [], 'it is back')
  await rm(data(gone), { recursive: true })
  assert.deepEqual(await removeAbandoned(now + 32 * day, state), [])
  assert.deepEqual(await removeAbandoned(now + 63 * day, state), [join(state, gone)])
  assert.deepEqual((await readdir(state)).sort(), [`data-${there}`, there, `${there}.json`])
})

test('as root, keeps the cluster outside of a directory that other users cannot enter', {
  skip: !isRoot,
}, async (t) => {
  const { dataDir, clear } = await temporaryDataDir(0o700)
  t.after(clear)
  const server = await embeddedServer({ dataDir, durable: false })
  assert.match(server.connection.host, /^\/var\/lib\/guidon\//)
  await server.release()
  const again = await embeddedServer({ dataDir, durable: false })
  assert.equal(again.isNew, false)
  await again.release()

  const home = await realpath(join(dataDir, 'postgres'))
  await rm(dataDir, { recursive: true })
  const fresh = await embeddedServer({ dataDir, durable: false })
  await fresh.release()
  const [kept = ''] = (await readdir(dirname(home))).filter((name) => name.startsWith(`${basename(home)}-until-`))
  t.after(() => rm(join(dirname(home), kept), { recursive: true }))
  assert.ok(fresh.isNew, 'a new cluster after the data directory was removed')
  assert.ok(existsSync(join(dirname(home), kept, 'cluster')), 'the old cluster is kept under another name')
})

const tryKill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended with its postmaster.
  }
}
