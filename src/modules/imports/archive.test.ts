import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { archive } from '../../../test/fixtures/archives.ts'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { csv, mover } from '../../../test/fixtures/moving.ts'
import { jpeg, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { db, files } = home
const { trip, book } = await bookingFixtures(home)
const { admin, bring, run, undo, send } = mover(home)
const { id: trip_id } = await trip(9)
const { booking_number } = await book(trip_id, ['王小美', '王大明'])
await bring('leaders.csv', csv(['領隊編號', '姓名'], ['TL1', '陳領隊'], ['TL2', '林領隊']))

const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
const leaderFiles = () =>
  rowsOf(sql`select l.leader_number as number, p.kind, f.media_type from leader_files p
               join tour_leaders l on l.id = p.tour_leader_id join files f on f.id = p.file_id order by l.leader_number, p.kind`)
const stored = async () => {
  const paths: string[] = []
  for await (const { path } of files.all()) paths.push(path)
  return paths.length
}

const papers = () => ({
  '護照/TL1.jpg': jpeg,
  '我們的檔案/執業證/TL1.pdf': pdf,
  'photo/TL2.jpg': jpeg,
  [`護照/${booking_number} 王小美.jpg`]: jpeg,
  '__MACOSX/護照/._TL1.jpg': Buffer.from('x'),
  '護照/.DS_Store': Buffer.from('x'),
})

test('documents and photographs come as a ZIP file, named by number, once, and are undone', async () => {
  const checked = await send('證件.zip', archive(papers()))
  assert.deepEqual(
    [checked.data.status, checked.data.rows, checked.data.created, checked.data.problems],
    ['checked', 4, 4, []],
  )
  assert.deepEqual([await leaderFiles(), await stored()], [[], 0], 'a check keeps nothing')
  const done = await run(checked)
  assert.deepEqual([done.status, done.created], ['done', 4])
  assert.deepEqual(await leaderFiles(), [
    { number: 'TL1', kind: 'license', media_type: 'application/pdf' },
    { number: 'TL1', kind: 'passport', media_type: 'image/jpeg' },
    { number: 'TL2', kind: 'photo', media_type: 'image/jpeg' },
  ])
  assert.deepEqual(
    await rowsOf(
      sql`select v.name, d.kind, d.status from traveler_documents d join travelers v on v.id = d.traveler_id`,
    ),
    [{ name: '王小美', kind: 'passport', status: 'received' }],
  )
  const { data: leaders } = await admin.get('/tour-leaders?q=林領隊')
  const [photo] = (await admin.get(`/tour-leaders/${leaders[0].id}/files`)).data
  assert.deepEqual((await admin.get(photo.url)).bytes, jpeg)

  const again = await send('證件.zip', archive(papers()))
  assert.deepEqual([again.data.created, again.data.unchanged], [0, 4])
  const undone = await undo(done.id)
  assert.equal(undone.status, 'undone')
  assert.deepEqual([await leaderFiles(), await rowsOf(sql`select from traveler_documents`)], [[], []])
})

test('an unknown number, folder, type or person is named by its file, and nothing half is left', async () => {
  const before = await stored()
  const checked = await send(
    '證件.zip',
    archive({
      ...papers(),
      '護照/TL9.jpg': jpeg,
      'TL1.jpg': jpeg,
      '護照/TL2.gif': Buffer.from('GIF89a'),
      '照片/TL2.png': jpeg,
      [`護照/${booking_number} 王小妹.jpg`]: jpeg,
    }),
  )
  assert.deepEqual(
    [checked.data.status, checked.data.rows, checked.data.refused, checked.data.may_run],
    [...['checked', 9, 5, false]],
  )
  const said = checked.data.problems.map(({ code, message }: Record<string, string>) => `${code} ${message}`)
  for (const expected of [
    /^unknown_reference There is no “TL9”\. The nearest are: TL1, TL2, .+\.$/,
    /^unknown_name TL1\.jpg: Put it into a folder that is called by its kind: Photo, Licence, Passport,/,
    /^invalid 護照\/TL2\.gif: The name of the file must end in \.jpg/,
    /^invalid 照片\/TL2\.png: The content \(JPG\) is not what the name says \(PNG\)/,
    /^refused The booking has no “王小妹”\. It has: 王小美, 王大明\.$/,
  ])
    assert.ok(
      said.some((one: string) => expected.test(one)),
      `${expected}: ${said.join('\n')}`,
    )
  assert.equal((await admin.post(`/imports/${checked.data.id}/run`)).status, 409)
  assert.deepEqual([await leaderFiles(), await stored()], [[], before])
})

test('what is no archive, has nothing in it, or would be too large is refused before anything is unpacked', async () => {
  const said = async (bytes: Buffer) => {
    const { status, body } = await send('證件.zip', bytes)
    return [status, body.detail]
  }
  assert.deepEqual(await said(Buffer.from('no archive')), [
    415,
    'The ZIP archive cannot be read, or has a password: pack it anew, then upload it.',
  ])
  assert.deepEqual(await said(archive({ '.DS_Store': 'x' })), [415, 'The ZIP archive holds no files.'])
  const huge = { '護照/TL1.jpg': jpeg }
  assert.deepEqual(await said(archive(huge, { '護照/TL1.jpg': 300 * 1024 * 1024 })), [
    413,
    'Unpacked, the files are too large: divide the archive.',
  ])
  const large = await send('證件.zip', archive(huge, { '護照/TL1.jpg': 11 * 1024 * 1024 }))
  assert.match(large.data.problems[0].message, /^護照\/TL1\.jpg: A file has at most 10 MB: /)
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`護照/${i}.jpg`, 'x']))
  assert.deepEqual(await said(archive(many)), [413, 'A ZIP archive has at most 500 files: divide it.'])
})
