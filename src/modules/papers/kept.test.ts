import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'

const home = await house()
const { as, db } = home
const post = await outbox(home)
const { trip, book } = await bookingFixtures(home)
const sales = as('sales')

/** The PDF in a mail. */
const attachedTo = (mail: string) => {
  const [, encoded = ''] = mail.match(/Content-Type: application\/pdf[\s\S]*?\n\n([A-Za-z0-9+/=\n]+)/) ?? []
  return Buffer.from(encoded, 'base64')
}

test('the mail of a confirmation carries it, and it is kept byte for byte until its contact is erased', async () => {
  const { id: on } = await trip(2)
  const contact = { name: '王小美', phone: '0912345678', email: 'mei@example.com' }
  const { id } = await book(on, ['甲'], { contact })
  await sql`update bookings set contact_proved_at = now() where id = ${id}`.execute(db)
  await post.mailTo('mei@example.com')
  done(await as('admin').post(`/bookings/${id}/confirm`))
  const pdf = attachedTo(await post.mailTo('mei@example.com'))
  assert.match(pdf.toString('latin1'), /^%PDF-1\.7/)

  const { data } = await sales.get(`/bookings/${id}/papers`)
  assert.deepEqual(
    data.map(({ kind }: { kind: string }) => kind),
    ['quotation', 'confirmation'],
  )
  const paper = data.at(-1)
  const { kind, sent_to, size, sha256 } = paper
  assert.deepEqual({ kind, sent_to, size }, { kind: 'confirmation', sent_to: 'mei@example.com', size: pdf.length })
  assert.equal(sha256, createHash('sha256').update(pdf).digest('hex'))
  done(await sales.post(`/bookings/${id}/price-lines`, { kind: 'discount', description: '優惠', unit_price: 100 }))
  const kept = await sales.get(`/bookings/${id}/papers/${paper.id}`)
  assert.deepEqual([kept.headers['content-type'], kept.bytes.equals(pdf)], ['application/pdf', true])
  assert.equal((await as('customer').get(`/bookings/${id}/papers/${paper.id}`)).status, 404)

  await sql`update bookings set status = 'completed' where id = ${id}`.execute(db)
  const { person_id } = await db
    .selectFrom('person_records')
    .select('person_id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  done(await as('admin').post(`/persons/${person_id}/erase`))
  const erased = (await sales.get(`/bookings/${id}/papers`)).data.at(-1)
  assert.deepEqual([erased.sent_to, erased.size, erased.sha256], [null, null, sha256])
  assert.equal((await sales.get(`/bookings/${id}/papers/${paper.id}`)).status, 404)
})
