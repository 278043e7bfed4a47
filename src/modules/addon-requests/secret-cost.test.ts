import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inBatches } from '../../../test/batches.ts'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { smtp, startWorkers } from '../../../test/smtp.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, customer, asked, offer, answer } = conversation(home, there)
const post = await smtp(home.atEnd)
await startWorkers(home, post.url)

/** The department's quotes in any notation, but not as part of another number, a token or a fraction of a second. */
const cost = /(?<![\w.,-])(9,?000|8,?500)(?![\w,-])/
const offered = /9,?500/

/** What the holder of the mailed link reads on the pages of the place. */
const pagesOfBooking = async () => {
  const { token } = await home.database.transaction({}, (tx) => makeLink(tx, 'booking', there.own.booking_id))
  const { open } = await placeOf(home.app, `/l/booking/${token}`)
  return Promise.all(['', '/add-ons'].map(async (url) => ({ url, read: (await open(url)).body })))
}

/** All texts that the customer and the holder of the mailed link can read now, and all mails that left. */
const everythingRead = async (requestId: number) => {
  const entries = await home.db.selectFrom('addon_communications').select('id').execute()
  const idsOf = (path: string) => {
    if (path.includes('/communications/{')) return entries.map(({ id }) => id)
    if (path.startsWith('/api/addon-requests/{')) return [requestId]
    if (path.startsWith('/api/bookings/{')) return [there.own.booking_id]
    if (path.startsWith('/api/travelers/{')) return [there.own.traveler_id]
    return [there.trip_id]
  }
  const addresses = home.app.catalogue
    .filter(
      ({ methods, path, returns }) => methods.includes('GET') && /json/.test(returns.media) && path.startsWith('/api/'),
    )
    .flatMap(({ path }) => (path.includes('{') ? idsOf(path).map((id) => path.replace(/\{\w+\}/g, `${id}`)) : [path]))
    .flatMap((path) => (path.endsWith('/communications') ? [path, `${path}?include_internal=true`] : [path]))
  const headers = { authorization: `Bearer ${home.tokens.customer}` }
  const answers = await inBatches(addresses, async (url) => {
    const { body, headers: told } = await home.app.inject({ url, headers })
    return { url, read: body + JSON.stringify(told) }
  })
  const mails = post.to('customer@example.com').map(({ subject, text }) => ({ url: subject, read: text }))
  return [...answers, ...(await pagesOfBooking()), ...mails]
}

test('from the first quote to the booking, no answer to the customer contains the price of the department', async () => {
  const { id, at } = await asked(there.seat)
  // The test waits for each mail, because an offer that is answered before its mail leaves is not mailed.
  const mailsSent = (count: number) =>
    post.until(() => post.to('customer@example.com').length === count, `${count} mails to the customer`)
  const findCost = async (when: string) => {
    for (const { url, read } of await everythingRead(id)) assert.doesNotMatch(read, cost, `${url}, ${when}`)
  }
  await ticketing.post(`${at}/department-quote`, { message: '原價', quoted_price: 9000 })
  await findCost('after the first quote')
  await ticketing.post(`${at}/department-quote`, { message: '促銷', quoted_price: 8500 })
  await findCost('after the second quote')
  const first = await offer({ at }, { quoted_price: 9500, message: '請參考' })
  const [pending] = (await customer.get('/addon-requests/communications/pending-responses')).data
  assert.equal(pending.quoted_price, 9500)
  await findCost('after the offer')
  await mailsSent(1)
  await answer(first, 'negotiating')
  await sales.post(`${at}/sales-inquiry`, { message: '可以再便宜嗎？' })
  await ticketing.post(`${at}/department-quote`, { message: '沒有更低的', quoted_price: 8500 })
  await findCost('while it is haggled')
  const last = await offer({ at }, { quoted_price: 9500, message: '已是最低' })
  await mailsSent(2)
  await answer(last, 'accepted')
  await sales.post(`${at}/sales-confirm`, {})
  await findCost('after the acceptance')
  assert.equal((await ticketing.post(`${at}/department-final`, { message: '已開票' })).status, 201)
  await findCost('at the end')

  assert.equal((await customer.get(`/bookings/${there.own.booking_id}`)).data.total, 9500)
  await mailsSent(3)
  await findCost('in the mails')
  const read = await everythingRead(id)
  assert.ok(read.filter((one) => offered.test(one.read)).length > 10, 'the offer itself is found in many answers')
})
