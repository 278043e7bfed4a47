import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../../test/days.ts'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../../test/fixtures/place.ts'
import { house } from '../../../../test/house.ts'
import { outbox } from '../../../../test/outbox.ts'
import { unmarked } from '../../../../test/page-text.ts'

const home = await house()
const { as, app, db, ids } = home
const post = await outbox(home)
const { trip, book, mailedLink } = await bookingFixtures(home)
const sales = as('sales')
const textIn = (page: string) =>
  unmarked(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const read = async (id: number) => done(await sales.get(`/bookings/${id}`))
const requestsOf = async (id: number) => done(await sales.get(`/cancellation-requests?booking_id=${id}`))
const policy = {
  cancellation_policy: [
    { days_before: 40, fee_percent: 10 },
    { days_before: 20, fee_percent: 30 },
  ],
}
const price = { adult: 40000, child_with_bed: 40000, child_no_bed: 40000, infant: 4000, single_supplement: 0 }

/** A trip whose contract costs 10 % from forty days before the departure on, and 30 % from twenty days on. */
const sold = async (more: object = {}) => {
  const { id } = await trip(9, { price_overrides: price, ...more })
  await sql`update planned_trips set terms = terms || ${JSON.stringify(policy)}::jsonb where id = ${id}`.execute(db)
  return id
}

let nth = 0
/** A confirmed booking of a trip that departs in thirty days, and its place. */
const confirmed = async (names: (string | object)[], more: object = {}) => {
  nth += 1
  const email = `asks${nth}@example.com`
  const on = await sold({ departure_date: daysFromToday(30 + nth), sales_user_id: ids.sales, ...more })
  const { id, booking_number, travelers } = await book(on, names, {
    contact: { name: '王小美', phone: '0912345678', email },
  })
  await post.mailTo(email)
  done(await sales.post(`/bookings/${id}/confirm`))
  await post.mailTo(email)
  return {
    id,
    on,
    booking_number,
    email,
    place: await placeOf(app, await linkOf(booking_number)),
    travelers: travelers as { id: number }[],
  }
}
const newsOf = async () => {
  const { data } = await sales.get('/notifications?unread=true')
  await sales.post('/notifications/mark-all-read')
  return (data as { title: string }[]).map(({ title }) => title)
}

test('a customer reads what a cancellation costs by day, asks, and pays the fee of that day however late sales cancel', async () => {
  const { id, email, place } = await confirmed(['王小美', '王大明'])
  const page = textIn((await place.open('/cancel')).body)
  for (const words of ['What it costs to cancel everybody', 'Today 10% NT$8,000', '30% NT$24,000'])
    assert.ok(page.includes(words), `${words} in ${page}`)
  await newsOf()
  const sent = await place.send('/cancel', { form: 'ask', reason: '母親住院' })
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, '?done=ask#done'])
  assert.ok(textIn((await place.open('/cancel')).body).includes('The fee is that of the day of the request: NT$8,000'))
  const mail = await post.mailTo(email)
  assert.match(mail, /We have your request to cancel/)
  assert.deepEqual(await newsOf(), [`${(await read(id)).trip.serial} 王小美 asks to cancel`])
  assert.equal((await read(id)).status, 'confirmed')

  // Twenty days later the terms allow 30 %.
  await sql`update cancellation_requests set created_at = created_at - interval '20 days' where booking_id = ${id}`.execute(
    db,
  )
  await sql`update planned_trips set departure_date = departure_date - 20, return_date = return_date - 20
             where id = ${(await read(id)).trip.id}`.execute(db)
  const preview = done(await sales.post(`/bookings/${id}/cancel`, { reason: '母親住院', dry_run: true }))
  assert.equal(preview.status, 'confirmed')
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '母親住院' }))
  const { status, cancellation, total } = await read(id)
  assert.deepEqual([status, cancellation.fee, total], ['cancelled', 8000, 8000])
})

test('one of a party is cancelled: the request names it, is done by the cancellation, and its fee is that of the day of the request', async () => {
  const { id, place, travelers } = await confirmed(['王小美', '王大明', '王小寶'])
  const [, , third] = travelers
  const sent = await place.send('/cancel', { form: 'ask', reason: '要上班', traveler_ids: `${third?.id}` })
  assert.equal(sent.statusCode, 303, textIn(sent.body))
  const [asked] = await requestsOf(id)
  assert.deepEqual(
    [asked.travelers.map(({ name }: { name: string }) => name), asked.fee, asked.status, asked.possible],
    [['王小寶'], 4000, 'open', ['decline']],
  )
  done(await sales.post(`/travelers/${third?.id}/cancel`))
  const [after] = await requestsOf(id)
  assert.equal(after.status, 'done')
  assert.equal((await read(id)).total, 84000)
})

test('a traveler whom the request does not name is cancelled at the fee of today', async () => {
  const { id, place, travelers } = await confirmed(['王小美', '王大明', '王小寶'])
  const [, second, third] = travelers
  await place.send('/cancel', { form: 'ask', reason: '要上班', traveler_ids: `${third?.id}` })
  await sql`update cancellation_requests set created_at = created_at - interval '20 days' where booking_id = ${id}`.execute(
    db,
  )
  await sql`update planned_trips set departure_date = departure_date - 20, return_date = return_date - 20
             where id = ${(await read(id)).trip.id}`.execute(db)
  const fees = []
  for (const one of [second, third]) {
    const { fee_percent } = done(await sales.get(`/travelers/${one?.id}/cancellation`))
    fees.push(fee_percent)
  }
  assert.deepEqual(fees, [30, 10])
  done(await sales.post(`/travelers/${second?.id}/cancel`))
  assert.equal((await read(id)).total, 92000)
  done(await sales.post(`/travelers/${third?.id}/cancel`))
  assert.equal((await read(id)).total, 56000)
})

test('sales decline with a reason that the customer is mailed; the customer takes a request back, and may ask again', async () => {
  const { id, email, place } = await confirmed(['王小美'])
  await place.send('/cancel', { form: 'ask', reason: '改期' })
  await post.mailTo(email)
  const again = await place.send('/cancel', { form: 'ask', reason: '改期' })
  assert.equal(again.statusCode, 409)
  const [first] = await requestsOf(id)
  assert.equal((await sales.post(`/cancellation-requests/${first.id}/decline`, {})).status, 422)
  done(await sales.post(`/cancellation-requests/${first.id}/decline`, { reason: '機票已開立，請先來電' }))
  assert.match(decoded(await post.mailTo(email)), /Why: 機票已開立，請先來電/)
  const late = await sales.post(`/cancellation-requests/${first.id}/decline`, { reason: '再一次' })
  assert.deepEqual([late.status, late.body.code], [409, 'step_not_possible'])

  await place.send('/cancel', { form: 'ask', reason: '真的要取消' })
  await newsOf()
  const back = await place.send('/cancel', { form: 'withdraw' })
  assert.equal(back.headers.location, '?done=withdraw#done')
  assert.deepEqual(
    (await requestsOf(id)).map(({ status }: { status: string }) => status),
    ['withdrawn', 'declined'],
  )
  assert.match((await newsOf()).join(), /does not cancel after all/)
})

test('a hold for which nothing is paid is given up at once; one that is paid is not', async () => {
  const on = await sold()
  const { booking_number, id } = await held(on)
  const place = await placeOf(app, await linkOf(booking_number))
  assert.ok(textIn((await place.open('/cancel')).body).includes('giving up costs nothing'))
  const given = await place.send('/cancel', { form: 'decline' })
  assert.equal(given.headers.location, `/en/my/${booking_number}?done=decline#done`)
  const { status, total } = await read(id)
  assert.deepEqual([status, total], ['cancelled', 0])

  const paid = await held(on)
  const other = await placeOf(app, await linkOf(paid.booking_number))
  done(
    await as('finance').post(`/bookings/${paid.id}/payments`, {
      kind: 'payment',
      amount: 10000,
      method: 'bankTransfer',
      received_at: new Date().toISOString(),
    }),
  )
  const page = textIn((await other.open('/cancel')).body)
  assert.ok(page.includes('Ask to cancel'))
  assert.equal((await other.send('/cancel', { form: 'decline' })).statusCode, 409)
})

test('others hold no part of it: a stranger, another customer, and one traveler with its own link', async () => {
  const { id, booking_number } = await confirmed(['王小美'])
  const body = { reason: '不是我的' }
  for (const [who, status] of [
    [undefined, 401],
    ['customer', 404],
    ['op', 403],
    ['leader', 403],
  ] as const)
    assert.equal((await as(who).post(`/bookings/${id}/cancellation-requests`, body)).status, status, who)
  const stranger = await app.inject({ url: `/my/${booking_number}/cancel` })
  assert.equal(stranger.statusCode, 401)
  assert.deepEqual(await requestsOf(id), [])
})

test('messages stay open while money is owed, and close when it is settled', async () => {
  const { id, place } = await confirmed(['王小美'])
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '家中有事' }))
  const open = await place.send('', { form: 'message', text: '取消費怎麼付？' })
  assert.equal(open.statusCode, 303)
  done(
    await as('finance').post(`/bookings/${id}/payments`, {
      kind: 'payment',
      amount: 4000,
      method: 'bankTransfer',
      received_at: new Date().toISOString(),
    }),
  )
  assert.equal((await place.send('', { form: 'message', text: '謝謝' })).statusCode, 409)
})

const linkOf = async (booking_number: string) => `/l/booking/${(await mailedLink(booking_number)).split('/').at(-1)}`
const held = async (on: number) => {
  nth += 1
  const email = `holds${nth}@example.com`
  const { id, booking_number } = await book(on, ['王小美'], { contact: { name: '王小美', phone: '0912345678', email } })
  return { id, booking_number }
}
const decoded = (mail: string) =>
  decodeURIComponent(
    mail
      .replace(/=\n/g, '')
      .replace(/%/g, '%25')
      .replace(/=([0-9A-F]{2})/g, '%$1'),
  )
