import assert from 'node:assert/strict'
import { readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openPostgres } from 'guidon-embedded-postgres'
import { temporaryDataDir } from '../../test/fixtures/embedded-postgres.ts'
import { form, jpeg } from '../../test/fixtures/samples.ts'
import { house } from '../../test/house.ts'
import { onServer } from '../../test/server.ts'
import { terminal } from '../../test/terminal.ts'
import { withClient } from '../kit/backup/client.ts'
import { readManifest, tableFile, writeManifest } from '../kit/backup/manifest.ts'
import { pg } from '../kit/db/client.ts'
import type { Settings } from '../kit/db/connect.ts'
import { applyWithin, makeMigrationsTable, migrations } from '../kit/db/migrations.ts'
import { removeFile, withFilesKept } from '../kit/files/sweep.ts'
import { queueMail } from '../modules/notifications/mails.ts'

const home = await house()
const { as, ids } = home
const here = await terminal(home)
await symlink(home.files.directory, join(here.directory, 'files'))
const admin = as('admin')

type Asking = (text: string) => Promise<string[]>
const asking = async <T>(settings: Settings, work: (ask: Asking) => Promise<T>): Promise<T> => {
  const client = new pg.Client(settings)
  await client.connect()
  return work(async (text) => (await client.query({ text, rowMode: 'array' })).rows.flat()).finally(() => client.end())
}
const asked = (settings: Settings, text: string) => asking(settings, (ask) => ask(text))
/** Every row of every table as text, the sequences, and the queued jobs. */
const everything = async (ask: Asking) => {
  const names = await ask(
    `select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1`,
  )
  const rows: Record<string, string[]> = {}
  for (const name of names) rows[name] = await ask(`select r::text from "${name}" r order by 1`)
  rows.installation = (rows.installation ?? []).filter((row) => !row.startsWith('(queues,'))
  rows.migrations = await ask('select name || checksum from migrations order by 1')
  rows.sequences = await ask(
    `select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public' order by 1`,
  )
  rows.triggers = await ask(
    `select tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal and tgrelid::regclass::text !~ 'jobs' order by 1`,
  )
  rows.keys = await ask(
    `select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1`,
  )
  rows.jobs = await ask(
    `select id || name || data || coalesce(group_id, '') from jobs.job where state < 'completed' order by 1`,
  )
  return rows
}
/** The tables, sequences and queues whose contents differ between two databases. */
const differences = async (one: Settings, other: Settings) => {
  const [a, b] = [await asking(one, everything), await asking(other, everything)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => `${a[name]}` !== `${b[name]}`)
}
const filesIn = async (directory: string) => {
  const names = (await readdir(join(directory, 'files'))).filter((name) => name !== 'arrivals').sort()
  return Promise.all(
    names.map(async (name) => [name, (await readFile(join(directory, 'files', name))).toString('base64')]),
  )
}
const empty = async (name: string) => {
  const settings = { ...home.settings, database: `${home.settings.database}_${name}` }
  await onServer(`create database ${settings.database}`)
  home.atEnd(() => onServer(`drop database ${settings.database} with (force)`))
  return { settings, ...(await terminal({ ...home, settings })) }
}
/** The first backup is restored into this database. */
const there = await empty('first')
const backup = (name: string) => join(here.directory, 'backups', name)

test('a backup holds tables, files and waiting jobs, and nobody else can read it', async () => {
  const leader = {
    name: '陳志明',
    passport_number: 'TW3001234',
    birth_date: '1980-02-29',
    notes: "臺北市\t\\N'x\n一段",
  }
  const { id } = (await admin.post('/tour-leaders', leader)).data
  assert.equal((await admin.upload(`/tour-leaders/${id}/files`, form(jpeg, '照片.jpg', { kind: 'photo' }))).status, 201)
  await admin.post('/webhooks', { name: 'CRM', url: 'https://crm.example.com/', events: [] })
  await admin.post('/users', { name: '新人', email: 'new@example.com', role: 'sales' })
  // Two jobs with the same key; the first has been tried already.
  await home.database.transaction({}, async (tx) => queueMail(tx, 'user 1'))
  await asked(home.settings, `update jobs.job set state = 'retry' where name = 'notifications.send'`)
  await home.database.transaction({}, async (tx) => queueMail(tx, 'user 1'))

  const made = await here.guidon(`backup ${backup('first')} --json`, { isWatched: true })
  assert.equal(made.code, 0, made.err)
  assert.match(made.err, / {2}tour_leaders …/)
  const told = JSON.parse(made.out)
  assert.deepEqual([told.directory, told.files, told.jobs > 0, told.master_key], [backup('first'), 2, true, 'apart'])
  assert.equal((await stat(backup('first'))).mode & 0o077, 0)
  assert.deepEqual((await readdir(backup('first'))).sort(), ['files', 'jobs.json', 'manifest.json', 'tables'])

  assert.deepEqual(await asked(home.settings, `select value from installation where key = 'last backup'`), [
    told.made_at,
  ])
  const twice = await here.guidon(`backup ${backup('first')}`)
  assert.deepEqual([twice.code, /is there already; name a new directory/.test(twice.err)], [1, true])
})

test('a damaged backup, or one made with another key, restores nothing', async () => {
  const nothing = await there.guidon(`backup ${backup('nothing')}`)
  assert.deepEqual([nothing.code, /There is nothing in the database yet/.test(nothing.err)], [1, true])
  const key = Buffer.alloc(32, 9).toString('base64')
  const other = await there.guidon(`restore ${backup('first')}`, { env: { MASTER_KEY: key } })
  assert.match(other.err, /The master key is not the one the backup was made under/)
  const none = await there.guidon(`restore ${backup('nothing')}`)
  assert.match(none.err, /is no whole backup: it has no manifest\.json/)

  const path = join(backup('first'), 'tables', 'users.copy.gz')
  const whole = await readFile(path)
  await writeFile(path, gzipSync(gunzipSync(whole).toString().replace('admin@', 'thief@')))
  const harmed = await there.guidon(`restore ${backup('first')}`)
  await writeFile(path, whole)
  assert.match(harmed.err, /users\.copy\.gz is damaged; nothing was restored/)

  const files = join(backup('first'), 'files')
  const name = (await readdir(files)).sort()[1] ?? ''
  const bytes = await readFile(join(files, name))
  await rm(join(files, name))
  const missing = await there.guidon(`restore ${backup('first')}`)
  await writeFile(join(files, name), bytes)
  assert.deepEqual([harmed.code, missing.code, other.code, none.code], [1, 1, 1, 1])
  assert.deepEqual(
    await asked(
      there.settings,
      `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    ),
    [],
  )
  assert.deepEqual(await filesIn(there.directory), [])
})

test('a backup restored into an empty server is equal, row for row and file for file', async () => {
  const restored = await there.guidon(`restore ${backup('first')} --json`)
  assert.equal(restored.code, 0, restored.err)
  assert.deepEqual(JSON.parse(restored.out).migrated, [])
  assert.deepEqual(await differences(there.settings, home.settings), [])
  const files = await filesIn(there.directory)
  assert.deepEqual([files.length, files], [2, await filesIn(here.directory)])

  const again = await there.guidon(`restore ${backup('first')}`)
  assert.equal(again.code, 1)
  assert.match(again.err, /The database has tables already\. Restore into an empty one/)
  assert.deepEqual(await filesIn(there.directory), files)
})

test('a backup is a snapshot of one moment, whatever is written meanwhile', async () => {
  let isOver = false
  const writing = (async () => {
    for (let n = 1; !isOver; n += 1)
      await admin.post('/seasons', {
        code: `S${n}`,
        name: `第 ${n} 季`,
        starts_on: '2027-01-01',
        ends_on: '2027-02-01',
      })
  })()
  assert.equal((await here.guidon(`backup ${backup('busy')}`)).code, 0)
  isOver = true
  await writing
  const manifest = await readManifest(backup('busy'))
  const valuesOf = async (table: string, column: string) => {
    const nth = manifest.tables.find(({ name }) => name === table)?.columns.indexOf(column) ?? -1
    const text = gunzipSync(await readFile(tableFile(backup('busy'), table))).toString()
    return text.split('\n').flatMap((line) => line.split('\t')[nth] ?? [])
  }
  const seasons = (await valuesOf('seasons', 'id')).filter(Boolean).map(Number)
  const audited = (await valuesOf('audit', 'table_name')).filter((name) => name === 'seasons')
  const next = manifest.sequences.find(({ name }) => name === 'seasons_id_seq')
  assert.deepEqual([seasons.length, Number(next?.value) >= Math.max(0, ...seasons)], [audited.length, true])
})

test('a file deleted during a backup keeps its bytes until the backup has finished', async () => {
  const { id } = (await admin.upload('/attachments', form(jpeg, 'a.jpg'))).data
  const [file_id, place] = await asked(home.settings, 'select id, place from files order by id desc limit 1')
  const { files } = home
  const removing = () => removeFile({ file_id: Number(file_id) }, home)
  await withClient(home.settings, (client) =>
    withFilesKept(client, async () => {
      assert.equal((await admin.delete(`/attachments/${id}`)).status, 200)
      await assert.rejects(removing, /a backup is under way/)
      const another = await here.guidon(`backup ${join(here.directory, 'second')}`)
      assert.match(another.err, /Another backup is under way/)
    }),
  )
  assert.equal(await files.has(`${place}`), true)
  await removing()
  assert.equal(await files.has(`${place}`), false)
})

test('if a stored file is lost, the backup is made without it and names it', async () => {
  const { id } = (await admin.upload('/attachments', form(jpeg, '護照.jpg'))).data
  const [file_id, lost] = await asked(home.settings, 'select id, place from files order by id desc limit 1')
  const { files } = home
  await rename(join(files.directory, `${lost}`), join(files.directory, 'lost'))
  const { code, out } = await here.guidon(`backup ${backup('without')}`)
  assert.equal(code, 1)
  assert.match(out, /Backed up to .*without: \d+ rows, 3 files\./)
  assert.ok(
    out.endsWith(
      `The file store has lost 1 file, which the backup does not have:\n  ${file_id}  護照.jpg\nAll else is in it. Bring them back from an older backup, or upload them again.\n`,
    ),
    out,
  )
  const { missing } = await readManifest(backup('without'))
  assert.deepEqual(missing, [{ file_id: Number(file_id), name: '護照.jpg' }])
  const elsewhere = await empty('without')
  assert.equal((await elsewhere.guidon(`restore ${backup('without')}`)).code, 0)
  await rename(join(files.directory, 'lost'), join(files.directory, `${lost}`))
  assert.equal((await admin.delete(`/attachments/${id}`)).status, 200)
})

test('a backup moves from a server to the embedded database and back, with its key', async () => {
  const { dataDir: directory, clear } = await temporaryDataDir()
  home.atEnd(clear)
  const server = await openPostgres({ dataDir: directory, as: 'service', name: 'this test', durable: false })
  home.atEnd(server.stop)
  const env = { DATABASE_URL: '', MASTER_KEY: '', DATA_DIR: directory }
  const keyless = await here.guidon(`restore ${backup('first')}`, { env })
  assert.match(keyless.err, /There is no master key in the backup, and none in DATA_DIR/)
  await writeFile(join(directory, 'master.key'), Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 })
  const inside = await here.guidon(`restore ${backup('first')}`, { env })
  assert.equal(inside.code, 0, inside.err)

  const back = await here.guidon(`backup ${backup('back')} --with-key`, { env })
  assert.equal(back.code, 0, back.err)
  assert.match(back.out, /The master key is in it/)
  assert.equal((await stat(join(backup('back'), 'master.key'))).mode & 0o777, 0o600)
  const contents = async (name: string) => {
    const { tables, sequences } = await readManifest(backup(name))
    return { sequences, tables: tables.filter(({ name }) => name !== 'installation') }
  }
  assert.deepEqual(await contents('back'), await contents('first'))
})

test('restoring a backup of an older version migrates it', async () => {
  const old = await empty('old')
  const newest = migrations().at(-1)
  const client = new pg.Client(old.settings)
  await client.connect()
  await makeMigrationsTable(client)
  for (const migration of migrations().slice(0, -1)) await applyWithin(client, migration)
  await client.query(`insert into users (name, email, role) values ('老客戶', 'old@example.com', 'customer')`)
  await client.end()
  assert.equal((await old.guidon(`backup ${backup('old')}`)).code, 0)
  const today = await empty('today')
  const { code, out, err } = await today.guidon(`restore ${backup('old')} --json`)
  assert.equal(code, 0, err)
  assert.deepEqual(JSON.parse(out).migrated, [newest?.name])
  assert.deepEqual(await asked(today.settings, 'select email from users'), ['old@example.com'])
  assert.equal((await today.guidon('migrate')).out, 'Nothing to do; the database is up to date.\n')
  assert.ok(ids.admin)
})

test('a backup or database of a preview release before 1.0.0 is refused with instructions, and nothing is written', async () => {
  const preview = await empty('preview')
  const made = `create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
    insert into migrations (name, checksum) values ('0001_foundation.sql', 'x')`
  await onServer(made, preview.settings.database)
  const sentence = (what: string) =>
    `${what} was made by a preview before 1.0.0, which cannot be upgraded: start with a new database, or keep the program that made it and export from there.\n`
  for (const command of ['migrate', 'serve']) {
    const { code, err } = await preview.guidon(command)
    assert.deepEqual([code, err.endsWith(sentence('This database'))], [1, true], `${command}: ${err}`)
  }
  const examined = await preview.guidon('doctor')
  assert.equal(examined.code, 1)
  assert.ok(examined.out.includes(sentence('This database').trim()), examined.out)
  assert.equal((await here.guidon(`backup ${backup('preview')}`)).code, 0)
  const { format: _, ...manifest } = await readManifest(backup('preview'))
  await writeManifest(backup('preview'), { ...manifest, migrations: [{ name: '0001_foundation.sql', checksum: 'x' }] })
  const target = await empty('target')
  const restored = await target.guidon(`restore ${backup('preview')}`)
  assert.deepEqual([restored.code, restored.err.endsWith(sentence('This backup'))], [1, true], restored.err)
  const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  assert.deepEqual(await asked(target.settings, tables), [])
})
