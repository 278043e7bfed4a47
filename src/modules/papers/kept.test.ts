import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { tellPayments } from '../../../test/fixtures/payments.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
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

test('the mail of a confirmation has it attached, and the PDF is stored byte for byte until its contact is erased', async () => {
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

test('the mail about a payment has its receipt attached, and the mail about a voided payment the void receipt; both are stored as sent', async () => {
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

test('a departure notice is mailed once for each version, and the changed parts are listed', async () => {
  const { id: on } = await trip(4)
  const id = await proved(on, 'notice@example.com')
  const { id: unproved } = await book(on, ['乙'], {
    contact: { name: '乙', phone: '0912345678', email: 'unproved@example.com' },
  })
  await sql`update bookings set contact_proved_at = null where id = ${unproved}`.execute(db)
  await sql`update bookings set status = 'confirmed' where id in (${id}, ${unproved})`.execute(db)
  const { id: held } = await book(on, ['丙'], {
    contact: { name: '丙', phone: '0912345678', email: 'held@example.com' },
  })
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
  const early = await sales.post(`/bookings/${held}/papers`, { paper: 'departure_notice' })
  assert.deepEqual(early.body.errors, { paper: [notYet] })
})

test('the holder of the mailed link of a booking prints its papers, and no others', async () => {
  const { id: on } = await trip(2)
  const id = await proved(on, 'link@example.com')
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', id))
  const place = await placeOf(app, `/l/booking/${token}`)
  const open = (path: string) => place.open(`/papers${path}`)
  assert.ok((await place.open()).body.includes(`href="${place.at}/papers/quotation">Quotation</a>`))
  const slip = await open('/payment-slip')
  assert.deepEqual([slip.statusCode, slip.headers['content-type']], [200, 'application/pdf'])
  assert.match(slip.rawPayload.toString('latin1'), /^%PDF-1\.7/)
  for (const path of ['/receipt-1', '/receipt', '/settlement', '/constructor'])
    assert.equal((await open(path)).statusCode, 404, path)
  const wrong = await app.inject({ url: `/l/booking/${'x'.repeat(43)}` })
  assert.deepEqual([wrong.statusCode, /這個連結不正確/.test(wrong.body)], [404, true])
  const stranger = await app.inject({ url: `${place.at}/papers/quotation` })
  assert.deepEqual([stranger.statusCode, stranger.headers.location], [302, place.at], 'a stranger is asked to sign in')
})

const notYet =
  'The departure notice comes with the confirmation: this booking is not confirmed yet, was cancelled or has expired.'

test('who waits in line or is not confirmed gets no departure notice, which names the telephone of the leader', async () => {
  const { id: on } = await trip(1)
  const [held, waiting] = [await proved(on, 'seat@example.com'), await proved(on, 'line@example.com')]
  const placeFor = async (id: number) => {
    const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', id))
    return placeOf(app, `/l/booking/${token}`)
  }
  for (const id of [held, waiting]) {
    const place = await placeFor(id)
    assert.ok(!(await place.open()).body.includes('Departure notice'))
    const early = await place.open('/papers/departure-notice')
    assert.deepEqual([early.statusCode, early.body.includes(notYet)], [409, true])
    const { status, body } = await sales.get(`/bookings/${id}/departure-notice`)
    assert.deepEqual([status, body.code, body.detail], [409, 'step_not_possible', notYet])
  }
  done(await sales.post(`/bookings/${held}/confirm`))
  const place = await placeFor(held)
  assert.ok((await place.open()).body.includes(`href="${place.at}/papers/departure-notice">Departure notice</a>`))
  assert.equal((await place.open('/papers/departure-notice')).headers['content-type'], 'application/pdf')
})

test('a booking without seats or one that was cancelled has no payment slip', async () => {
  const { id: on } = await trip(1)
  const [held, waiting] = [await proved(on, 'held@example.com'), await proved(on, 'waiting@example.com')]
  const slip = (id: number) => sales.get(`/bookings/${id}/payment-slip`)
  const { status, body } = await slip(waiting)
  assert.deepEqual(
    [status, body.code, /on the waitlist has nothing to pay yet/.test(body.detail)],
    [409, 'step_not_possible', true],
  )
  assert.equal((await slip(held)).headers['content-type'], 'application/pdf')
  assert.equal((await sales.post(`/bookings/${held}/cancel`, { reason: '改期', cause: 'traveler' })).status, 200)
  assert.match((await slip(held)).body.detail, /was cancelled or has expired and has no payment slip/)
})

test('erasing an account erases its address, and the papers of its booking stay', async () => {
  const { id: on } = await trip(2)
  const contact = { name: '林大同', phone: '0912345678', email: 'assistant@example.com' }
  const { id } = await book(on, ['甲'], { contact, customer_user_id: ids.customer })
  // Wait for the confirmation mail: if it left after the payment, its values would be outdated and it would have no paper.
  await post.mailTo('assistant@example.com')
  await pay(id, 500)
  await post.mailTo('customer@example.com')
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

test('sales mail a paper of the booking with a message; it is stored as sent', async () => {
  const { id: on } = await trip(5)
  const id = await proved(on, 'slip@example.com')
  const asked = { paper: 'payment_slip', message: '請於週五前付款' }
  const mailed = await sales.post(`/bookings/${id}/papers`, asked)
  assert.deepEqual([mailed.status, mailed.data], [200, null])
  const mail = await post.mailTo('slip@example.com')
  assert.match(mail, /filename=payment-slip\.pdf/)
  const pdf = attachedTo(mail)
  const kept: Kept = (await sales.get(`/bookings/${id}/papers`)).data.at(-1)
  assert.deepEqual([kept.kind, kept.sha256], ['payment_slip', sha256(pdf)])
  const [told] = await db
    .selectFrom('deliveries')
    .select(['sentence', 'params'])
    .where('booking_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  assert.deepEqual(
    [told?.sentence, told?.params.words, told?.params.paper],
    ['paper.mailed', '請於週五前付款', 'payment_slip'],
  )

  const refused = async (given: object, who = sales, of = id) => (await who.post(`/bookings/${of}/papers`, given)).body
  assert.deepEqual((await refused({ paper: 'receipt' })).errors, { payment_id: ['Say which payment.'] })
  assert.deepEqual((await refused({ paper: 'receipt', payment_id: 999_999 })).errors, {
    payment_id: ['There is no such record.'],
  })
  assert.equal((await refused(asked, as('op'))).code, 'forbidden')
  const { id: silent } = done(
    await sales.post('/bookings', {
      planned_trip_id: on,
      contact: { name: '高電話', phone: '0912777888' },
      travelers: [{ name: '高電話' }],
    }),
  )
  assert.deepEqual((await refused(asked, sales, silent)).errors, {
    'contact.email': ['This booking has no mail address: give one first, or send the paper by other means.'],
  })
})
