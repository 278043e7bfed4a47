import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { form } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { NEEDS_POPPLER, readPdf } from '../../../test/pdf.ts'
import { makeLink } from '../links/links.ts'
import { sizePicture } from '../packages/pictures.ts'

const home = await house()
const { app, as, database, db, files } = home
const post = await outbox(home)
const { trip, book, package_id } = await bookingFixtures(home)
const sales = as('sales')
const { id: on } = await trip(6)
const booking = await book(on, ['王小美'], {
  contact: { name: '王小美', phone: '0912345678', email: 'mei@example.com' },
})
await sql`update bookings set status = 'confirmed' where id = ${booking.id}`.execute(db)
const papers: Record<string, string> = {
  quotation: `/bookings/${booking.id}/quotation`,
  slip: `/bookings/${booking.id}/payment-slip`,
  notice: `/bookings/${booking.id}/departure-notice`,
  'notice-phone': `/bookings/${booking.id}/departure-notice?size=phone`,
  'notice-of-trip': `/planned-trips/${on}/departure-notice`,
  'all-of-booking': `/bookings/${booking.id}/all-papers`,
  'all-of-trip': `/planned-trips/${on}/all-papers`,
}
// With PAPERS_OUT the printed papers are written to this folder.
const out = process.env.PAPERS_OUT

/** The number of photographs on each paper, and of its pages. */
const printed = async (locale = 'zh-TW', names = Object.keys(papers)) => {
  const found: Record<string, [photographs: number, pages: number]> = {}
  for (const name of names) {
    const url = papers[name] ?? ''
    const { status, bytes } = await sales.get(`${url}${url.includes('?') ? '&' : '?'}locale=${locale}`)
    assert.equal(status, 200, name)
    assert.ok(bytes.length < 1_000_000, `${name} has ${bytes.length} bytes`)
    if (out) await mkdir(out, { recursive: true })
    if (out) await writeFile(`${out}/${name}-${locale}.pdf`, bytes)
    const pdf = readPdf(bytes)
    found[name] = [pdf.photographs(), pdf.pages()]
  }
  return found
}

/** A photograph with as much detail as a camera sees, which a JPEG cannot make small. */
const photo = async (background: string) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const grain = sharp({ create: { width: 1600, height: 1067, channels: 3, background, noise } })
  return grain.blur(1.2).tint(background).jpeg({ quality: 92 }).toBuffer()
}
const add = async (background: string, fields: Record<string, string>) => {
  const bytes = await photo(background)
  const { status, data } = await as('line_control').upload(
    `/packages/${package_id}/pictures`,
    form(bytes, '照片.jpg', fields),
  )
  assert.equal(status, 201)
  await sizePicture({ file_id: data.file_id }, { database, files })
  return data.file_id as number
}
const pathsOf = async (file_id: number) => {
  const rows = await db
    .selectFrom('picture_sizes as z')
    .innerJoin('files as f', 'f.id', 'z.sized_id')
    .select('f.place')
    .where('z.file_id', '=', file_id)
    .execute()
  return rows.map(({ place }) => place)
}

let without: Awaited<ReturnType<typeof printed>>
let [cover, second] = [0, 0]
before(async () => {
  if (NEEDS_POPPLER) return
  without = await printed()
  cover = await add('#3a7ca5', { alt: '雪中的小樽運河' })
  await add('#8d6b94', { day: '1', alt: '登機' })
  second = await add('#c08552', { day: '2', alt: '小樽的燈', alt_en: 'Lamps of Otaru', focus_x: '0' })
  await add('#556b2f', { day: '2', alt: '第二天的另一張' })
})

test('a quotation has the cover of the package, and a departure notice one photograph for each day', {
  skip: NEEDS_POPPLER,
}, async () => {
  const counted = async (locale: string, names?: string[]) =>
    Object.fromEntries(Object.entries(await printed(locale, names)).map(([name, [count]]) => [name, count]))
  const expected = { quotation: 1, slip: 0, notice: 2, 'notice-phone': 2, 'notice-of-trip': 2 }
  assert.deepEqual(await counted('zh-TW'), { ...expected, 'all-of-booking': 3, 'all-of-trip': 2 })
  assert.deepEqual(await counted('en', ['quotation', 'notice']), { quotation: 1, notice: 2 })
  const { bytes } = await sales.get(`${papers.notice}?locale=en`)
  assert.match(readPdf(bytes).tags(), /Figure/)
})

test('a package without photographs gives papers without a place for any', { skip: NEEDS_POPPLER }, () => {
  assert.deepEqual(
    Object.values(without).map(([photographs]) => photographs),
    [0, 0, 0, 0, 0, 0, 0],
  )
  assert.deepEqual([without.quotation?.[1], without.notice?.[1]], [1, 1])
})

test('the contact finds the photographs on the papers of the place, and in the mail', {
  skip: NEEDS_POPPLER,
}, async () => {
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', booking.id))
  const place = await placeOf(app, `/l/booking/${token}`)
  assert.equal(readPdf((await place.open('/papers/quotation')).rawPayload).photographs(), 1)

  await sql`update bookings set contact_proved_at = now() where id = ${booking.id}`.execute(db)
  await post.mailTo('mei@example.com')
  done(await sales.post(`/bookings/${booking.id}/papers`, { paper: 'departure_notice' }))
  await post.mailTo('mei@example.com')
  const { data } = await sales.get(`/bookings/${booking.id}/papers`)
  const kept = await sales.get(`/bookings/${booking.id}/papers/${data.at(-1).id}`)
  assert.deepEqual([data.at(-1).kind, readPdf(kept.bytes).photographs()], ['departure_notice', 2])
})

test('a photograph that is lost or damaged is left out, and the paper is printed', {
  skip: NEEDS_POPPLER,
}, async () => {
  for (const path of await pathsOf(cover)) await files.remove(path)
  for (const path of await pathsOf(second)) {
    const arrival = `${files.arrivals}/${path}`
    await writeFile(arrival, 'no picture')
    await files.keep(arrival, path)
  }
  const left = await printed('zh-TW', ['quotation', 'notice'])
  assert.deepEqual([left.quotation, left.notice], [without.quotation, [2, without.notice?.[1]]])
})
