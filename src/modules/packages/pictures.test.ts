import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { form, html, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { NEEDS_POPPLER, readPdf } from '../../../test/pdf.ts'
import { removeFile } from '../../kit/files/sweep.ts'
import { sizePicture } from './pictures.ts'

const home = await house()
const { app, as, database, db, files } = home
const { trip, package_id } = await bookingFixtures(home)
const [admin, sales, department] = [as('admin'), as('sales'), as('line_control')]
const at = `/packages/${package_id}/pictures`

/** A photograph that says where it was taken. */
const photo = (width = 2000, height = 1250, background = '#3a7ca5') =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 11/1 47/1' } })
    .jpeg()
    .toBuffer()
const add = async (fields: Record<string, string> = {}, bytes?: Buffer, name = 'otaru.jpg') =>
  department.upload(at, form(bytes ?? (await photo()), name, fields))
const sized = async (file_id: number) => sizePicture({ file_id }, { database, files })
const open = (url: string) => app.inject({ url, headers: { host: 'tours.example' } })
const stored = async () => (await readdir(files.directory)).filter((name) => /^[0-9a-f-]{36}/.test(name)).length
const order = async () => (await sales.get(at)).data.map(({ alt }: { alt: string }) => alt)
const faultOf = async (bytes: Buffer, name: string, fields: Record<string, string> = {}) => {
  const { status, body } = await add(fields, bytes, name)
  return [status, body.errors ?? body.detail]
}

let serial = ''
before(async () => {
  await admin.put('/site', { is_on: true })
  const departure_date = daysFromToday(90)
  serial = (await trip(6, { departure_date })).serial
})

test('a picture is shown on the public pages once its sizes are made, and until then the drawn cover', async () => {
  const made = await add({ alt: '雪中的小樽運河', alt_en: 'The canal of Otaru', credit: '陳小明', focus_x: '20' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, file_id, created_at, updated_at, ...shown } = made.data
  assert.deepEqual(shown, {
    ...{ package_id, day: null, alt: '雪中的小樽運河', alt_en: 'The canal of Otaru', credit: '陳小明' },
    ...{ sequence: 1, focus_x: 20, focus_y: 50, name: 'otaru.jpg', sizes: [], version: 1 },
  })
  assert.match((await open('/')).body, /<img src="\/site\/covers\//)

  await sized(file_id)
  await sized(file_id)
  const { sizes } = (await sales.get(`${at}/${id}`)).data
  assert.deepEqual(
    sizes.map(({ width, height }: Record<string, number>) => [width, height]),
    [
      [400, 250],
      [800, 500],
      [1200, 750],
      [1600, 1000],
    ],
  )
  for (const path of ['/', `/trips/${serial}`, '/packages/hkd']) {
    const { body } = await open(path)
    assert.doesNotMatch(body, /<img src="\/site\/covers\//, path)
    assert.match(
      body,
      /class="photo fx2 fy5" src="\/site\/pictures\/\d+-[0-9a-f]{16}\.webp" srcset="[^"]+400w, [^"]+1600w"/,
    )
    assert.match(body, /width="1200" height="750" alt="雪中的小樽運河"/)
  }
  assert.match((await open(`/trips/${serial}`)).body, /alt="雪中的小樽運河" fetchpriority="high"/)
  assert.match((await open('/')).body, /alt="雪中的小樽運河" loading="lazy"/)
  assert.match((await open(`/en/trips/${serial}`)).body, /alt="The canal of Otaru"/)

  const file = await open(sizes[3].url)
  assert.deepEqual(
    [file.statusCode, file.headers['content-type'], file.headers['cache-control']],
    [200, 'image/webp', 'public, max-age=31536000, immutable'],
  )
  const { width, format, exif } = await sharp(file.rawPayload).metadata()
  assert.deepEqual([width, format, exif], [1600, 'webp', undefined])
  for (const wrong of [sizes[3].url.replace(/-[0-9a-f]{4}/, '-0000'), '/site/pictures/1.webp', '/site/pictures/x'])
    assert.equal((await open(wrong)).statusCode, 404, wrong)
})

test('the file that is kept says neither where nor when it was taken, and stands upright', async () => {
  const taken = sharp({ create: { width: 900, height: 1400, channels: 3, background: '#3a7ca5' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 11/1 47/1' } })
    .withMetadata({ orientation: 6 })
  for (const [name, bytes] of [
    ['a.jpg', await taken.clone().jpeg().toBuffer()],
    ['a.png', await taken.clone().png().toBuffer()],
    ['a.webp', await taken.clone().webp().toBuffer()],
  ] as const) {
    assert.ok((await sharp(bytes).metadata()).exif, name)
    const { data } = await add({}, bytes, name)
    const row = await db
      .selectFrom('files')
      .select(['place', 'size', 'sha256', 'width', 'height', 'media_type'])
      .where('id', '=', data.file_id)
      .executeTakeFirstOrThrow()
    const kept = await buffer(await files.read(row.place))
    const { exif, xmp, iptc, orientation, width, height } = await sharp(kept).metadata()
    assert.deepEqual(
      [exif, xmp, iptc, orientation, width, height],
      [undefined, undefined, undefined, undefined, 1400, 900],
    )
    assert.deepEqual([row.size, row.width, row.height], [kept.length, 1400, 900])
    assert.deepEqual(row.sha256, hash('sha256', kept, 'buffer'))
    await department.delete(`${at}/${data.id}`)
  }
})

test('the order is changed by giving a picture another place, and the first is the cover', async () => {
  const second = (await add({ alt: '第二張' })).data
  const third = (await add({ alt: '第三張', sequence: '1' })).data
  assert.deepEqual(await order(), ['第三張', '雪中的小樽運河', '第二張'])
  assert.equal((await department.put(`${at}/${second.id}`, { sequence: 2 })).data.sequence, 2)
  assert.deepEqual(await order(), ['第三張', '第二張', '雪中的小樽運河'])
  const stale = await department.put(`${at}/${third.id}`, { alt: '甲' }, { 'if-match': '"77"' })
  assert.equal(stale.status, 412)
  const changed = await department.put(`${at}/${third.id}`, { day: 2, focus_y: 0, alt: null, sequence: 3 })
  assert.deepEqual([changed.status, changed.data.day, changed.data.alt, changed.data.sequence], [200, 2, null, 3])
  assert.equal((await department.put(`${at}/${third.id}`, { day: 4 })).status, 422)
  await sized(third.file_id)
  const day = (await open(`/trips/${serial}`)).body.split('<ol class="rail">')[1] ?? ''
  assert.match(day, /class="photo fx5 fy0"/)
})

test('what is no picture for a page is refused in a sentence', async () => {
  const gif = await sharp(
    [0, 1].map((i) => ({ create: { width: 900, height: 600, channels: 3, background: i ? '#000' : '#fff' } })) as never,
    { join: { animated: true } },
  )
    .webp()
    .toBuffer()
  assert.deepEqual(await faultOf(await photo(799, 600), 'small.jpg'), [
    422,
    {
      file: ['A picture has at least 800 × 500 pixels, and this one has 799 × 600. Use the larger original.'],
    },
  ])
  assert.deepEqual(await faultOf(pdf, 'sheet.pdf'), [422, { file: ['Upload a picture: jpeg, png or webp.'] }])
  assert.deepEqual(await faultOf(gif, 'moves.webp'), [
    422,
    { file: ['Animated pictures are not accepted: use one that does not move.'] },
  ])
  assert.equal((await faultOf(html, 'page.jpg'))[0], 422)
  assert.deepEqual(await faultOf(await photo(), 'day.jpg', { day: '9' }), [
    422,
    { day: ['The package has 3 days: choose 1 to 3, or no day.'] },
  ])
  const wide = await sharp({ create: { width: 10_001, height: 5_000, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  assert.deepEqual(await faultOf(wide, 'wide.jpg'), [
    422,
    { file: ['A picture has at most 50 megapixels: make it smaller, then upload it.'] },
  ])
  assert.equal((await sales.upload(at, form(await photo(), 'a.jpg'))).status, 403)
})

test('a clone shows the same files, which go with the last picture of them', async () => {
  const before = (await sales.get(at)).data
  const { data: clone } = await department.post(`/packages/${package_id}/clone`, { package_code: 'HKD2' })
  const copies = (await sales.get(`/packages/${clone.id}/pictures`)).data
  assert.deepEqual(
    copies.map(({ file_id }: { file_id: number }) => file_id),
    before.map(({ file_id }: { file_id: number }) => file_id),
  )
  const kept = await stored()
  for (const { id } of before) assert.equal((await department.delete(`${at}/${id}`)).status, 200)
  assert.deepEqual([(await sales.get(at)).data, await stored()], [[], kept])
  assert.match((await open(`/trips/${serial}`)).body, /\/site\/covers\//)

  const shown = copies.flatMap(({ sizes }: { sizes: { url: string }[] }) => sizes.map(({ url }) => url))
  assert.equal((await open(shown[0])).statusCode, 200)
  assert.equal((await department.delete(`/packages/${clone.id}`)).status, 200)
  assert.equal((await open(shown[0])).statusCode, 404)
  const gone = await db.selectFrom('files').select('id').where('deleted_at', 'is not', null).execute()
  for (const { id } of gone) await removeFile({ file_id: id }, { database, files })
  assert.deepEqual([await stored(), (await db.selectFrom('picture_sizes').selectAll().execute()).length], [0, 0])
})

test('a job that comes after its picture was removed leaves nothing behind', async () => {
  const { id, file_id } = (await add()).data
  await department.delete(`${at}/${id}`)
  await sized(file_id)
  await removeFile({ file_id }, { database, files })
  assert.equal(await stored(), 0)
})

test('an own site of the agency reads the cover and all pictures, and the product sheet prints one for each day', {
  skip: NEEDS_POPPLER,
}, async () => {
  for (const { id } of (await sales.get(at)).data) await department.delete(`${at}/${id}`)
  const photographs = async () => {
    const { rawPayload } = await open('/packages/hkd.pdf')
    return readPdf(rawPayload).photographs()
  }
  for (const [i, day] of ['', '1', '1', '2'].entries())
    await sized((await add({ ...(day && { day }), alt: `圖 ${i}` })).data.file_id)

  const list = (await as().get(`/public/trips?serial=${serial}`)).data
  assert.deepEqual([list[0].cover.alt, list[0].cover.sizes.at(-1).width], ['圖 0', 1600])
  const { pictures } = (await as().get(`/public/trips/${list[0].id}`)).data
  assert.deepEqual(
    pictures.map(({ day, alt }: { day: number | null; alt: string }) => [day, alt]),
    [
      [null, '圖 0'],
      [1, '圖 1'],
      [1, '圖 2'],
      [2, '圖 3'],
    ],
  )
  assert.equal((await open(pictures[3].sizes[0].url)).statusCode, 200)
  assert.equal(await photographs(), 3)
})
