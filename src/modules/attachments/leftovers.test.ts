import assert from 'node:assert/strict'
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { form, pdf, pdfWith, png } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { until } from '../../../test/until.ts'
import { removeFile, sweep } from '../../kit/files/sweep.ts'

const { app, as, database, db, files, tokens } = await house()
const sales = as('sales')
let port = 0
before(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})

const uploaded = async (bytes: Buffer = pdf, name = 'visa.pdf') => {
  const made = await sales.upload('/attachments', form(bytes, name))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made
}
const lying = async () => (await readdir(files.directory)).filter((name) => name !== 'arrivals').sort()
/** Unused bytes are removed after the answer was sent, so the test waits for it. */
const untilLying = (files: string[]) =>
  until(async () => String(await lying()) === String(files), `these files lie there: ${files}`)
const fileOf = async (attachment: number) => {
  const there = db.selectFrom('files').innerJoin('attachments', 'attachments.file_id', 'files.id')
  return there.select(['files.id', 'files.place']).where('attachments.id', '=', attachment).executeTakeFirstOrThrow()
}

test('files are stored under random names, readable by no other account', async () => {
  const { data } = await uploaded()
  const { place: path } = await fileOf(data.id)
  const [file, directory] = [await stat(join(files.directory, path)), await stat(files.directory)]
  assert.deepEqual([file.mode & 0o777, directory.mode & 0o777], [0o600, 0o700])
  assert.deepEqual(await readdir(files.arrivals), [])
})

test('a removed file and its links stop working at once; its bytes are deleted by the job', async () => {
  const { data } = await uploaded(png, 'scan.png')
  const { id: file_id, place: path } = await fileOf(data.id)
  const { url } = (await sales.get(`${data.url}/link`)).data
  assert.deepEqual((await sales.delete(data.url)).body, { success: true, data: null })
  assert.deepEqual([(await sales.get(data.url)).status, (await as().get(url)).status], [404, 404])
  assert.equal((await sales.delete(data.url)).status, 404)
  assert.ok((await lying()).includes(path))

  const { rows: waiting } =
    await sql`select from jobs.job where name = 'files.remove' and data @> ${{ file_id }}`.execute(db)
  assert.equal(waiting.length, 1)
  await removeFile({ file_id }, { database, files })
  assert.deepEqual(
    (await lying()).filter((name) => name.startsWith(path)),
    [],
  )
})

test('the sweep deletes unknown files older than an hour', async () => {
  const { data } = await uploaded(png, 'scan.png')
  const { place: path } = await fileOf(data.id)
  const [old, young] = ['0b3c8f1e-6a52-4a57-9a0e-2f9f4c3d1a00', '0b3c8f1e-6a52-4a57-9a0e-2f9f4c3d1a01']
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  const lay = async (name: string, at: Date) => {
    await writeFile(join(files.directory, name), 'x')
    await utimes(join(files.directory, name), at, at)
  }
  await mkdir(join(files.directory, 'somebody'), { recursive: true })
  for (const name of [old, `${old}.thumbnail`, 'arrivals/old', 'notes.txt', 'somebody/else'])
    await lay(name, twoHoursAgo)
  for (const name of [young, 'arrivals/young']) await lay(name, new Date())
  const { data: removed } = await uploaded()
  const { place: gone } = await fileOf(removed.id)
  await sales.delete(removed.url)
  for (const name of [path, gone]) await utimes(join(files.directory, name), twoHoursAgo, twoHoursAgo)

  await sweep(db, files)
  const left = await lying()
  for (const name of [path, `${path}.thumbnail`, young, 'notes.txt', 'somebody']) assert.ok(left.includes(name), name)
  for (const name of [old, `${old}.thumbnail`, gone]) assert.ok(!left.includes(name), name)
  assert.deepEqual(await readdir(files.arrivals), ['young'])
})

test('an upload repeated with the same key is stored once', async () => {
  const key = { 'idempotency-key': 'upload-1' }
  const first = await sales.upload('/attachments', form(pdf, 'visa.pdf'), key)
  const before = await lying()
  const again = await sales.upload('/attachments', form(pdf, 'visa.pdf'), key)
  assert.deepEqual([again.status, again.data, again.headers['idempotency-replayed']], [201, first.data, 'true'])
  const another = await sales.upload('/attachments', form(pdfWith('% \n'), 'visa.pdf'), key)
  assert.deepEqual([another.status, another.body.code], [422, 'idempotency_mismatch'])
  await untilLying(before)
})

test('an upload that the database refuses leaves no bytes', async () => {
  const before = await lying()
  await sql`alter table attachments add constraint none check (false) not valid`.execute(db)
  const answer = await sales.upload('/attachments', form(png, 'scan.png'))
  await sql`alter table attachments drop constraint none`.execute(db)
  assert.equal(answer.status, 500)
  await untilLying(before)
})

test('a broken connection leaves no bytes', async () => {
  const before = await lying()
  for (const sent of ['', 'half']) {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.sales}\r\nContent-Length: 90000\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="visa.pdf"\r\n\r\n' +
        pdf.toString('latin1').slice(0, sent ? 200 : 0),
    )
    await arrived(sent ? 1 : 0)
    socket.destroy()
    await arrived(0)
  }
  await untilLying(before)
})

const arrived = (count: number) =>
  until(
    async () => (await readdir(files.arrivals)).filter((name) => name !== 'young').length === count,
    `${count} arrivals`,
  )
