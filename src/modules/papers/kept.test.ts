import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { tellPayments } from '../../../test/fixtures/payments.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const { app, as, database, db, ids } = home
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

type Kept = { id: number; kind: string; payment_id: number | null; sha256: string }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const proved = async (on: number, email: string) => {
  const { id } = await book(on, ['甲'], { contact: { name: '林大同', phone: '0912345678', email } })
  await sql`update bookings set contact_proved_at = now() where id = ${id}`.execute(db)
  await post.mailTo(email)
  return id
}
const pay = async (id: number, amount: number) => {
  const payment = { amount, method: 'bankTransfer', received_at: '2026-01-05T02:30:00Z' }
  const paid = done(await as('finance').post(`/bookings/${id}/payments`, payment))
  await tellPayments(home)
  return paid
}

test('the mail about a payment carries its receipt, that about a voided one the void receipt; both are kept as they left', async () => {
  const { id: on } = await trip(2)
  const id = await proved(on, 'receipt@example.com')
  const payment = await pay(id, 1000)
  const pdf = attachedTo(await post.mailTo('receipt@example.com'))
  assert.match(pdf.toString('latin1'), /^%PDF-1\.7/)
  const kept: Kept[] = (await sales.get(`/bookings/${id}/papers`)).data
  assert.deepEqual(
    kept.slice(-1).map(({ kind, payment_id, sha256 }) => [kind, payment_id, sha256]),
    [['receipt', payment.id, sha256(pdf)]],
  )
  const file = await sales.get(`/bookings/${id}/papers/${kept.at(-1)?.id}`)
  assert.deepEqual(
    [file.bytes.equals(pdf), file.headers['content-disposition']?.includes('-receipt.pdf')],
    [true, true],
  )

  done(await as('finance').post(`/bookings/${id}/payments/${payment.id}/void`, { reason: '重複登錄' }))
  const voided = attachedTo(await post.mailTo('receipt@example.com'))
  assert.match(voided.toString('latin1'), /^%PDF-1\.7/)
  const last = (await sales.get(`/bookings/${id}/papers`)).data.at(-1)
  assert.deepEqual([last.kind, last.payment_id, last.sha256], ['receipt', payment.id, sha256(voided)])
  assert.notEqual(last.sha256, sha256(pdf))
})

test('a departure notice is mailed once for each version, and what has changed since is named', async () => {
  const { id: on } = await trip(4)
  const id = await proved(on, 'notice@example.com')
  const { id: unproved } = await book(on, ['乙'], {
    contact: { name: '乙', phone: '0912345678', email: 'unproved@example.com' },
  })
  await sql`update bookings set contact_proved_at = null where id = ${unproved}`.execute(db)
  const at = `/planned-trips/${on}/departure-notices`
  type State = { booking_id: number; version: number; by: string; changed: string[]; sent_to: string | null }
  const states = async () =>
    (await sales.get(at)).data.bookings.map(({ booking_id, by, version, changed, sent_to }: State) => [
      booking_id,
      by,
      version,
      changed,
      sent_to,
    ])
  const preview = done(await as('op').post(at, { dry_run: true }))
  assert.deepEqual(preview.lacking, ['assembly', 'leader', 'flights', 'hotels'])
  assert.deepEqual(
    preview.bookings.map(({ booking_id }: State) => booking_id),
    [id],
  )
  done(await as('op').post(at, {}))
  const first = attachedTo(await post.mailTo('notice@example.com'))
  assert.match(first.toString('latin1'), /^%PDF-1\.7/)
  const sent = [id, 'mail', 1, [], 'notice@example.com']
  assert.deepEqual(await states(), [sent, [unproved, 'unproved', 0, [], null]])

  const again = await as('op').post(at, {})
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [422, ['again']])
  await sql`update planned_trips set terms = terms || '{"important_notes": "請帶外套。"}' where id = ${on}`.execute(db)
  assert.deepEqual((await states())[0], [id, 'mail', 1, ['notes'], 'notice@example.com'])
  done(await as('op').post(at, {}))
  const second = attachedTo(await post.mailTo('notice@example.com'))
  assert.deepEqual((await states())[0], [id, 'mail', 2, [], 'notice@example.com'])
  const kept: Kept[] = (await sales.get(`/bookings/${id}/papers`)).data
  assert.deepEqual(
    kept.filter(({ kind }) => kind === 'departure_notice').map(({ sha256 }) => sha256),
    [sha256(first), sha256(second)],
  )
  for (const who of ['customer', 'leader', 'finance'] as const) assert.equal((await as(who).get(at)).status, 403, who)
})

test('whoever holds the mailed link of a booking prints its papers, and no others', async () => {
  const { id: on } = await trip(2)
  const id = await proved(on, 'link@example.com')
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', id))
  const open = (path = '') => app.inject({ url: `/l/booking/${token}${path}` })
  assert.match((await open()).body, /href="\/l\/booking\/[\w-]{43}\/quotation\?lang=en">Quotation<\/a>/)
  const slip = await open('/payment-slip?lang=en')
  assert.deepEqual([slip.statusCode, slip.headers['content-type']], [200, 'application/pdf'])
  assert.match(slip.rawPayload.toString('latin1'), /^%PDF-1\.7/)
  for (const path of ['/receipt-1', '/receipt', '/settlement', '/constructor'])
    assert.equal((await open(path)).statusCode, 404, path)
  const stranger = await app.inject({ url: `/l/booking/${'x'.repeat(43)}/quotation` })
  assert.deepEqual([stranger.statusCode, /這個連結不正確/.test(stranger.body)], [404, true])
})

test('the address of an account goes with it, and the papers of its booking stay', async () => {
  const { id: on } = await trip(2)
  const contact = { name: '林大同', phone: '0912345678', email: 'assistant@example.com' }
  const { id } = await book(on, ['甲'], { contact, customer_user_id: ids.customer })
  await pay(id, 500)
  await post.mailTo('customer@example.com')
  await post.mailTo('assistant@example.com')
  const addresses = async () =>
    (await sales.get(`/bookings/${id}/papers`)).data.map((paper: { sent_to: string }) => paper.sent_to).toSorted()
  assert.deepEqual(await addresses(), ['assistant@example.com', 'customer@example.com'])
  await sql`update bookings set status = 'completed' where id = ${id}`.execute(db)
  const { person_id } = await db
    .selectFrom('person_records')
    .select('person_id')
    .where('user_id', '=', ids.customer)
    .executeTakeFirstOrThrow()
  done(await as('admin').post(`/persons/${person_id}/erase`))
  assert.deepEqual(await addresses(), ['assistant@example.com', null])
})
