import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { NEEDS_POPPLER, readPdf } from '../../../test/pdf.ts'

const home = await house()
const { as, db } = home
const { trip, book } = await bookingFixtures(home)
const { id: trip_id } = await trip(6)
const booking = await book(trip_id, ['王小美'])

test('confirmation and departure notice show the code for LINE while it is used, in both languages', {
  skip: NEEDS_POPPLER,
}, async () => {
  await sql`update bookings set status = 'confirmed' where id = ${booking.id}`.execute(db)
  const textOf = async (paper: string, locale: string) => {
    const { status, bytes } = await as('sales').get(`/bookings/${booking.id}/${paper}?locale=${locale}`)
    assert.equal(status, 200)
    // With PAPERS_OUT the printed papers are written to this folder.
    const out = process.env.PAPERS_OUT
    if (out) await mkdir(out, { recursive: true })
    if (out) await writeFile(`${out}/line-${paper}-${locale}.pdf`, bytes)
    return readPdf(bytes).text
  }
  assert.doesNotMatch(await textOf('quotation', 'zh-TW'), /LINE/)
  await sql`
    update line_channel set sealed = decode('00', 'hex'), basic_id = '@guidon', channel_id = '2001234567', proved_at = now(), is_on = true`.execute(
    db,
  )
  assert.match(await textOf('quotation', 'zh-TW'), /用 LINE 接收通知/)
  assert.match(await textOf('quotation', 'en'), /Get our notices by LINE/)
  assert.match(await textOf('departure-notice', 'zh-TW'), /掃描後打開您的訂單頁/)
  assert.doesNotMatch(await textOf('payment-slip', 'zh-TW'), /用 LINE 接收通知/)
})
