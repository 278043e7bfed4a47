import assert from 'node:assert/strict'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { onServer } from '../../../test/server.ts'
import { terminal, urlOf } from '../../../test/terminal.ts'
import { type Replication, replicationFindingOf } from '../../health/replication.ts'
import { recordSealing } from '../../master-keys.ts'

const home = await house()
const { db } = home
const { guidon, directory } = await terminal(home)
// As after a start. The tests insert values that no key opens.
await recordSealing(home.database, home.keys)

// The PostgreSQL of the tests is configured for speed.
const careless = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'writes']

type Told = { is: string; about: string; says: string; todo?: string }
const examined = async (env: NodeJS.ProcessEnv = {}) => {
  const { code, out } = await guidon('doctor --json', { env })
  const told: Told[] = JSON.parse(out)
  const of = (about: string) => told.filter((each) => each.about === about)
  const failing = told.filter(({ is, about }) => is === 'fail' && !careless.includes(about)).map(({ about }) => about)
  return { code, told, of, failing }
}

test('a healthy installation has no findings', async () => {
  const { told, failing } = await examined()
  assert.deepEqual(failing, [])
  assert.deepEqual(
    told.map(({ about }) => about).filter((about) => !careless.includes(about)),
    [
      'configuration',
      'disk',
      'master key',
      'files',
      'outbox',
      'database',
      'replication',
      'session',
      'search',
      'tuning',
      'clock',
      'connections',
      'migrations',
      'jobs',
      'notices',
      'retention',
      'webhooks',
      'refunds',
      'backup',
      'persons',
      'administrators',
    ],
  )
})

test('without --json the findings are one line each, with the remedy', async () => {
  const { out } = await guidon('doctor', { env: { HOST: '0.0.0.0', WORKERS: '64' } })
  assert.match(out, /^ok {4}configuration {5}Everything in it can be read\.$/m)
  assert.match(out, /^fail {2}connections {7}1093 needed of \d+\.\n {24}→ Raise max_connections, or lower WORKERS\.$/m)
  const zh = await guidon('doctor', { locale: 'zh-TW' })
  assert.match(zh.out, /^ok {4}migrations {8}資料庫結構為最新。$/m)
})

test('all configuration errors are reported at once, and nothing else is checked', async () => {
  const { code, told } = await examined({ PORT: 'x', DATABASE_URL: 'mysql://', DEMO: '2' })
  assert.equal(code, 1)
  assert.deepEqual(
    told.map(({ is, about }) => `${is} ${about}`),
    ['fail configuration'],
  )
  for (const name of ['PORT', 'DATABASE_URL', 'DEMO'])
    assert.match(told[0]?.says ?? '', new RegExp(`- ${name} must be`))
})

test('a key file readable by others is reported', async () => {
  const path = join(directory, 'key')
  await writeFile(path, Buffer.alloc(32, 7).toString('base64'))
  await chmod(path, 0o644)
  const open = await examined({ MASTER_KEY: '', MASTER_KEY_FILE: path })
  assert.deepEqual([open.code, open.of('master key')[0]?.todo], [1, `chmod 600 ${path}`])
  await chmod(path, 0o600)
  assert.deepEqual((await examined({ MASTER_KEY: '', MASTER_KEY_FILE: path })).failing, [])
})

test('an unreachable database is reported, and so is one that does not exist yet', async () => {
  const gone = await examined({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  assert.deepEqual([gone.code, gone.failing], [1, ['database']])
  assert.match(gone.of('database')[0]?.says ?? '', /The database does not answer: connect ECONNREFUSED/)
  const fresh = await examined({ DATABASE_URL: '', MASTER_KEY: '' })
  assert.deepEqual([fresh.code, fresh.of('database')[0]?.todo], [0, 'npm start'])
})

const unsafe: [env: NodeJS.ProcessEnv, finding: string, todo: string][] = [
  [{ PUBLIC_URL: 'https://x.example' }, 'fail proxy', "Set TRUST_PROXY=1, or the proxy's address."],
  [
    { HOST: '0.0.0.0', TRUST_PROXY: '1' },
    'warn proxy',
    'Let only the proxy reach the port, or name its address in TRUST_PROXY.',
  ],
  [{ PUBLIC_URL: 'http://x.example' }, 'fail public url', 'Let a proxy speak TLS, and set it to https://.'],
  [{ HOST: '0.0.0.0' }, 'warn public url', 'Set PUBLIC_URL.'],
  [{ PUBLIC_URL: 'https://x.example' }, 'warn mail', 'Set SMTP_URL and MAIL_FROM.'],
  [{ SMTP_URL: 'smtp://127.0.0.1:1' }, 'warn mail from', 'Set MAIL_FROM.'],
  [{ CORS_ORIGINS: 'https://office.example *' }, 'fail cors', 'Name your own sites.'],
  [{ CORS_ORIGINS: 'null' }, 'fail cors', 'Name your own sites.'],
]
const safe: NodeJS.ProcessEnv[] = [
  { PUBLIC_URL: 'http://localhost:3000' },
  { PUBLIC_URL: 'https://x.example', TRUST_PROXY: '1', CORS_ORIGINS: 'https://office.example' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'https://x.example', TRUST_PROXY: '10.0.0.1' },
]

test('each unsafe setting of a deployment is found, with what to do', async () => {
  for (const [env, finding, todo] of unsafe) {
    const { told } = await examined(env)
    const found = told.filter((each) => `${each.is} ${each.about}` === finding).map((each) => each.todo)
    assert.deepEqual(found, [todo], JSON.stringify(env))
  }
  for (const env of safe) {
    const { told } = await examined(env)
    const found = told.filter(({ is, about }) => is !== 'ok' && ['proxy', 'public url', 'cors'].includes(about))
    assert.deepEqual(found, [], JSON.stringify(env))
  }
})

test('a data directory that others can read, a first-password file and a key beside a backup are reported', async () => {
  await chmod(directory, 0o755)
  const readable = await examined()
  assert.deepEqual(
    readable.of('data directory').map(({ is, todo }) => [is, todo]),
    [['warn', `chmod 700 ${directory}`]],
  )
  await chmod(directory, 0o770)
  assert.deepEqual((await examined()).failing, ['data directory'])
  await chmod(directory, 0o711)
  assert.deepEqual((await examined()).of('data directory'), [])
  await chmod(directory, 0o700)

  await writeFile(join(directory, 'first-password'), 'x')
  assert.equal((await examined()).of('first password')[0]?.is, 'warn')
  await rm(join(directory, 'first-password'))

  const path = join(directory, 'beside.key')
  await writeFile(path, Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 })
  const given = { MASTER_KEY: '', MASTER_KEY_FILE: path }
  assert.deepEqual((await examined(given)).failing, [])
  await mkdir(join(directory, 'monday', 'tables'), { recursive: true })
  await writeFile(join(directory, 'monday', 'manifest.json'), '{}')
  assert.deepEqual((await examined(given)).failing, ['key and backup'])
  await rm(join(directory, 'monday'), { recursive: true })
  await rm(path)
})

test('a mail server that fails is reported', async () => {
  const { code, of } = await examined({ SMTP_URL: 'smtp://127.0.0.1:1' })
  assert.deepEqual([code, of('mail')[0]?.is], [1, 'fail'])
})

test('waiting and failed jobs are reported', async () => {
  await sql`insert into jobs.job (name, state, start_after) values
    ('auth.invitation', 'created', now() - interval '10 minutes'), ('auth.sign-in', 'failed', now())`.execute(db)
  const { of } = await examined()
  assert.deepEqual(
    of('jobs').map(({ is, says }) => `${is} ${says.replace(/\d+ s/, 'n s')}`),
    ['warn 1 waiting, the oldest for n s.', 'warn 1 failed: auth.sign-in.'],
  )
})

test('notices that wait for their mail for too long are reported', async () => {
  await sql`insert into deliveries (user_id, is_proved, state, sentence, params, subject_type, subject_id, created_at)
    select id, true, 'waiting', 'trip-message', '{}', 'trial', 1, now() - interval '6 minutes' from users limit 1`.execute(
    db,
  )
  const { of } = await examined()
  assert.deepEqual(
    of('notices').map(({ is, says }) => `${is} ${says.replace(/\d+ s/, 'n s')}`),
    ['warn 1 waiting, the oldest for n s.'],
  )
})

test('a retention job that is late or failed is reported', async () => {
  const found = async () => {
    const { of } = await examined()
    return of('retention').map(({ is, says }) => `${is} ${says}`)
  }
  assert.deepEqual(await found(), ['ok It has not run yet.'])
  await sql`update migrations set applied_at = now() - interval '4 hours'`.execute(db)
  assert.deepEqual(await found(), ['warn It has not run yet.'])
  await sql`insert into retention_runs (began_at, ended_at, deleted, failed)
    values (now(), now() - interval '12 minutes', '{"links": 3, "tokens": 4}', '{}')`.execute(db)
  assert.deepEqual(await found(), ['ok Ran 12 minutes ago and deleted 7 rows.'])
  await sql`update retention_runs set failed = '{links}'`.execute(db)
  assert.deepEqual(await found(), ['warn Not deleted: links.'])
  await sql`update retention_runs set ended_at = now() - interval '181 minutes'`.execute(db)
  assert.deepEqual(await found(), ['warn Ran 181 minutes ago and deleted 7 rows.'])
  // A run that was killed does not count.
  await sql`insert into retention_runs (began_at) values (now())`.execute(db)
  assert.deepEqual(await found(), ['warn Ran 181 minutes ago and deleted 7 rows.'])
})

test('the last backup is told, and a house without one of the last day is warned', async () => {
  const found = async () => (await examined()).of('backup').map(({ is, says }) => `${is} ${says}`)
  await sql`update migrations set applied_at = now() - interval '26 hours'`.execute(db)
  assert.deepEqual(await found(), ['ok No backup was ever made.'])
  await sql`update migrations set applied_at = now() - interval '28 hours'`.execute(db)
  assert.deepEqual(await found(), ['warn No backup was ever made.'])
  assert.match((await guidon('note-backup')).out, /The backup is noted\./)
  assert.deepEqual(await found(), ['ok The last backup was made within the hour.'])
  await sql`update installation set value = (now() - interval '27 hours')::text where key = 'last backup'`.execute(db)
  assert.deepEqual(await found(), ['warn The last backup was made 27 hours ago.'])
})

test('a deactivated webhook is reported', async () => {
  await sql`insert into webhooks (name, url, is_active, disabled_reason, disabled_at)
    values ('CRM', 'https://crm.example.com/', false, 'failing', now())`.execute(db)
  const { of } = await examined()
  assert.deepEqual(
    of('webhooks').map(({ is, says }) => `${is} ${says}`),
    ['warn 1 disabled because deliveries failed.'],
  )
})

test('accounts that must still set up a required second factor are counted', async () => {
  const found = async () => {
    const { of } = await examined({ SECOND_FACTOR_ROLES: 'admin, op' })
    return of('configuration').map(({ is }) => is)
  }
  assert.deepEqual(await found(), ['fail'], 'op is a department, not a role')
  const { of } = await examined({ SECOND_FACTOR_ROLES: 'admin,department' })
  const said = () => of('second factor').map(({ is, says }) => `${is} ${says}`)
  assert.deepEqual(said(), ['warn 4 of admin, department have yet to set one up.'])
  await sql`insert into second_factors (user_id, kind, sealed, confirmed_at)
    select id, 'totp', '', now() from users where role = 'admin'`.execute(db)
  const after = await examined({ SECOND_FACTOR_ROLES: 'admin' })
  assert.deepEqual(
    after.of('second factor').map(({ is, says }) => `${is} ${says}`),
    ['ok Every account of admin has one.'],
  )
})

test('a read-only database is reported, and so is replication that could lose the last transactions', async () => {
  await onServer(`alter database ${home.settings.database} set default_transaction_read_only = on`)
  const { of, failing } = await examined()
  assert.deepEqual(failing, ['replication'])
  assert.deepEqual(of('replication'), [
    {
      is: 'fail',
      about: 'replication',
      says: 'The database is set read-only.',
      todo: 'Reset default_transaction_read_only.',
    },
  ])
  await onServer(`alter database ${home.settings.database} reset default_transaction_read_only`)
  assert.deepEqual((await examined()).of('replication'), [
    { is: 'ok', about: 'replication', says: 'It takes writes; no standby follows it.' },
  ])
  const found = (more: Partial<Replication>) => {
    const { is, says } = replicationFindingOf({
      isStandby: false,
      isReadOnly: false,
      standbys: 0,
      synchronous: '',
      ...more,
    })
    return [is, says[1]]
  }
  assert.deepEqual(found({ isStandby: true, isReadOnly: true }), [
    'fail',
    'This server is a standby and takes no writes.',
  ])
  assert.deepEqual(found({ standbys: 2 }), ['warn', '2 standbys follow it, none of them synchronously.'])
  assert.deepEqual(found({ standbys: 2, synchronous: 'ANY 1 (*)' }), [
    'ok',
    'It takes writes; 2 standbys follow it, synchronously: ANY 1 (*).',
  ])
})

test('a missing administrator is reported, and so is a demo on a public installation', async () => {
  await sql`update users set status = 'suspended' where role = 'admin'`.execute(db)
  await sql`update users set email = 'sales@demo.guidon.local' where email = 'sales@example.com'`.execute(db)
  assert.deepEqual((await examined({ HOST: '0.0.0.0' })).failing, ['administrators', 'demo'])
  assert.deepEqual((await examined()).failing, ['administrators'])
})

test('persons that look the same are counted', async () => {
  const [found] = (await examined()).of('persons')
  assert.equal(found?.is, 'ok')
  assert.match(found?.says ?? '', /^\d+ persons; possible duplicates: 0 /)
})

test('tables of the next version are reported, but do not fail', async () => {
  await sql`insert into migrations (name, checksum, release_before)
    select '9998_next.sql', 'x', max(name) from migrations`.execute(db)
  const { of } = await examined()
  const [found] = of('migrations')
  assert.deepEqual([found?.is, found?.says], ['warn', 'The tables are those of the next version (9998_next.sql).'])
})

test('settings that a pooler did not pass on are reported', async () => {
  const url = `${urlOf(home.settings)}&options=${encodeURIComponent('-c random_page_cost=4 -c statement_timeout=0')}`
  const [found] = (await examined({ DATABASE_URL: url })).of('session')
  assert.deepEqual(
    [found?.is, found?.says],
    ['warn', 'idle_in_transaction_session_timeout = 0, lock_timeout = 0, random_page_cost = 4, statement_timeout = 0'],
  )
})

test('settings that may lose data are reported, and so are tables of another version', async () => {
  await onServer(`alter database ${home.settings.database} set synchronous_commit = off`)
  await sql`insert into migrations (name, checksum, release_before) values ('9999_next.sql', 'x', '9998_later.sql')`.execute(
    db,
  )
  const { of, failing } = await examined()
  assert.deepEqual([of('synchronous_commit')[0]?.is, of('fsync')[0]?.is], ['warn', 'fail'])
  assert.deepEqual(failing, ['migrations'])
  assert.match(of('migrations')[0]?.says ?? '', /made by a newer version \(9999_next\.sql\)/)
})
