import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { ask, born, otherProcess, postmasterOf, temporaryDataDir } from '../test/fixtures/embedded-postgres.ts'
import { needsRoot } from '../test/tools.ts'
import { until } from '../test/until.ts'
import { linkHome, removeAbandoned } from './home.ts'
import { type Kind, openPostgres } from './postgres.ts'

suite('the embedded PostgreSQL', () => {
  let dataDir = ''
  let clear = async () => {}
  before(async () => {
    ;({ dataDir, clear } = await temporaryDataDir(0o711, 'long '.repeat(20)))
  })
  after(() => clear())
  const open = (as: Kind = 'service', more = {}) =>
    openPostgres({ dataDir, as, name: 'this test', durable: false, ...more })
  const cluster = () => join(dataDir, 'postgres', 'cluster')
  const running = () => postmasterOf(join(dataDir, 'postgres'))
  const postmaster = () => running() ?? assert.fail('there is no postmaster')
  const kept = 'select answer::text from kept'

  test('two commands that start at the same time wait for each other; a long path is allowed', async () => {
    const one = otherProcess(dataDir, 'command')
    const two = otherProcess(dataDir, 'command')
    const first = await Promise.race([one, two])
    await first.leave()
    const others = await Promise.all([one, two])
    const second = others.find((other) => other !== first)
    assert.ok(second?.told.born && second.told.born !== first.told.born, 'the second one has started it again')
    await second.leave()
    assert.equal(running(), undefined)
  })

  test('initializes a cluster with Unicode and a password, without a TCP port', async () => {
    const server = await open()
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
    await server.stop()
    assert.equal(running(), undefined)
  })

  test('opens existing data again; a second service is refused, with the name of the first', async () => {
    const server = await open()
    assert.deepEqual(await ask(server, kept), ['7'])
    const { told } = await otherProcess(dataDir, 'service')
    assert.match(
      told.fault ?? '',
      new RegExp(
        `^PostgreSQL is in use by this test, process ${process.pid}, since 20\\S+Z\\. Stop that process first\\.$`,
      ),
    )
    await assert.rejects(open(), { name: 'Error', message: told.fault })
    assert.deepEqual(await ask(server, kept), ['7'])
    await server.stop()
  })

  test('a command uses the server of a service and leaves it running; alone it starts and stops one', async () => {
    const service = await otherProcess(dataDir, 'service')
    const beside = await open('command')
    assert.deepEqual(await ask(beside, born), [service.told.born])
    await beside.stop()
    assert.deepEqual(await ask(beside, born), [service.told.born])
    await service.leave()
    assert.equal(running(), undefined)

    const alone = await open('command')
    assert.notDeepEqual(await ask(alone, born), [service.told.born])
    await alone.stop()
    assert.equal(running(), undefined)
  })

  test('a service waits until a command has ended, and is told its name', async () => {
    const command = await otherProcess(dataDir, 'command')
    let isTold = (_name: string) => {}
    const told = new Promise<string>((resolve) => (isTold = resolve))
    const opening = open('service', { onWait: ({ name }: { name: string }) => isTold(name) })
    assert.equal(await told, 'another process')
    await command.leave()
    await (await opening).stop()
  })

  test('is started again when it is killed, with or without its children', async () => {
    const server = await open()
    for (const withChildren of [false, true]) {
      const before = postmaster()
      const [time] = await ask(server, born)
      const children = await ask(server, 'select pid::text as answer from pg_stat_activity')
      process.kill(before, 'SIGKILL')
      if (withChildren) for (const pid of children) tryKill(Number(pid))
      const answers = () => ask(server, born).catch(() => [])
      await until(async () => (await answers()).some((answer) => answer !== time), 'it is back')
    }
    assert.deepEqual(await ask(server, kept), ['7'])
    await server.stop()
    assert.equal(running(), undefined)
  })

  test('starts after its process was killed, whether the server lives on or was killed too', async () => {
    for (const isServerKilled of [false, true]) {
      const killed = await otherProcess(dataDir, 'service')
      await killed.kill()
      if (isServerKilled) process.kill(postmaster(), 'SIGKILL')
      const server = await open()
      assert.notDeepEqual(await ask(server, born), [killed.told.born])
      assert.deepEqual(await ask(server, kept), ['7'])
      await server.stop()
    }
  })

  test('a process that exits without stopping it leaves no server', async () => {
    for (const as of ['command', 'service'] as const) {
      const other = await otherProcess(dataDir, as)
      // A command ends by this signal; a service that handles none is killed, and the next start ends its server.
      const ended = once(other.process, 'exit')
      other.process.kill('SIGTERM')
      await ended
      if (as === 'command') await until(() => running() === undefined, 'the server has ended')
    }
    await (await open()).stop()
  })

  test('a start that is given up at any moment leaves no server', async () => {
    const started = performance.now()
    await (await open()).stop()
    const length = performance.now() - started
    for (let part = 0; part < 1; part += 0.1) {
      const signal = AbortSignal.timeout(Math.round(length * part))
      const server = await open('service', { signal }).catch((error) => assert.equal(error, signal.reason))
      await server?.stop()
      assert.equal(running(), undefined)
    }
  })

  test('ignores lock files left by a crash', async () => {
    const lock = join(cluster(), 'postmaster.pid')
    await writeFile(lock, `${process.ppid}\n${cluster()}\n`)
    await (await open()).stop()
    await writeFile(lock, '')
    const before = new Date(Date.now() - 60_000)
    await utimes(lock, before, before)
    await (await open()).stop()
  })

  test('a data directory that is moved under a running server can be opened at the new path', async () => {
    const other = await otherProcess(dataDir, 'service')
    await other.kill()
    await rename(dataDir, `${dataDir} moved`)
    const here = await open()
    const there = await openPostgres({ dataDir: `${dataDir} moved`, as: 'service', name: 'this test', durable: false })
    await assert.rejects(ask(here, kept), { code: '42P01' })
    assert.deepEqual(await ask(there, kept), ['7'])
    await here.stop()
    await there.stop()
  })

  test('says why it does not start', async () => {
    const settings = join(cluster(), 'postgresql.conf')
    const whole = await readFile(settings)
    await writeFile(settings, 'no_such_setting = 1\n')
    await assert.rejects(open(), /does not start\. Its log, .*server\.log, ends with:\n.*no_such_setting/)
    await writeFile(settings, whole)
  })

  test('refuses a cluster of another major version', async () => {
    await writeFile(join(cluster(), 'PG_VERSION'), '9\n')
    await assert.rejects(open(), /made by PostgreSQL 9.*restore/)
  })
})

test('as an ordinary account, runs as that account', { skip: needsRoot }, async (t) => {
  const { root, dataDir, clear } = await temporaryDataDir()
  t.after(clear)
  const account = { uid: 65_534, gid: 65_534 }
  await chown(root, account.uid, account.gid)
  const service = await otherProcess(dataDir, 'service', account)
  assert.equal(service.told.fault, undefined)
  assert.equal((await stat(join(dataDir, 'postgres', 'cluster'))).uid, account.uid)
  // Root, for example a backup of cron, uses it as well.
  const command = await openPostgres({ dataDir, as: 'command', name: 'this test', durable: false })
  assert.deepEqual(await ask(command, born), [service.told.born])
  await service.leave()
})

test('as root, keeps the cluster in a closed data directory, through which others may then pass', {
  skip: needsRoot,
}, async (t) => {
  const { dataDir, clear } = await temporaryDataDir()
  t.after(clear)
  await mkdir(dataDir, { mode: 0o700 })
  const server = await openPostgres({ dataDir, as: 'service', name: 'this test', durable: false })
  assert.equal(server.home, join(await realpath(dataDir), 'postgres'))
  assert.equal((await stat(dataDir)).mode & 0o777, 0o711)
  await server.stop()
})

test('a cluster is removed when its data directory has been gone for thirty days, and not before', {
  skip: needsRoot,
}, async (t) => {
  const state = await mkdtemp(join(tmpdir(), 'guidon-state-'))
  t.after(() => rm(state, { recursive: true }))
  const [gone, there] = ['0123456789abcdef', 'fedcba9876543210']
  const data = (name: string) => join(state, `data-${name}`)
  for (const name of [gone, there]) {
    await mkdir(join(state, name, 'cluster'), { recursive: true })
    await mkdir(data(name))
    await linkHome(data(name), join(state, name), state)
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
  skip: needsRoot,
}, async (t) => {
  const { dataDir, clear } = await temporaryDataDir(0o700)
  t.after(clear)
  const open = () => openPostgres({ dataDir, as: 'service', name: 'this test', durable: false })
  const server = await open()
  assert.match(server.home, /^\/var\/lib\/guidon\//)
  await ask(server, 'create table kept as select 7 as answer')
  await server.stop()
  const again = await open()
  assert.deepEqual(await ask(again, 'select answer::text from kept'), ['7'])
  await again.stop()

  const home = await realpath(join(dataDir, 'postgres'))
  await rm(dataDir, { recursive: true })
  const fresh = await open()
  const [kept = ''] = (await readdir(dirname(home))).filter((name) => name.startsWith(`${basename(home)}-until-`))
  t.after(() => rm(join(dirname(home), kept), { recursive: true }))
  await assert.rejects(ask(fresh, 'select answer from kept'), { code: '42P01' }, 'a new cluster')
  await fresh.stop()
  assert.ok(existsSync(join(dirname(home), kept, 'cluster')), 'the old cluster is kept under another name')
})

const tryKill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended with its postmaster.
  }
}
