import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { listen } from '../../../test/stream.ts'

const home = await house()
const { app, as, ids, tokens } = home
const { trip, book } = await bookingFixtures(home)
const [sales, customer] = [as('sales'), as('customer')]
const booking = await book((await trip(5)).id, ['林小青', '乙'], { customer_user_id: ids.customer })
const [{ id: traveler }] = booking.travelers
const address = await app.listen({ port: 0, host: '127.0.0.1' })

/** When a record changed, as far as the caller can see it: in the record and in its list. */
const traceOf = async (who: typeof sales, record: string, list: string) => {
  const { data, headers } = await who.get(record)
  const [row] = (await who.get(`${list}&q=${encodeURIComponent('林小青')}`)).data
  return {
    version: data.version,
    updated_at: data.updated_at,
    etag: headers.etag,
    listed: [row.version, row.updated_at],
    since: (await who.get(`${list}&updated_since=${encodeURIComponent(data.updated_at)}`)).body.meta.total,
  }
}
const records = [
  [`/bookings/${booking.id}`, '/bookings?sort=-updated_at'],
  [`/travelers/${traveler}`, '/travelers?sort=-updated_at'],
] as const

test('a customer cannot see that an internal note was changed; any other change is visible', async () => {
  const stream = await listen(address, tokens.customer, {}, '?types=booking')
  home.atEnd(stream.hangUp)
  for (const [record, list] of records) {
    const [before, inside] = [await traceOf(customer, record, list), await traceOf(sales, record, list)]
    assert.equal((await sales.put(record, { notes: `機密 ${record}` })).status, 200)
    assert.deepEqual(await traceOf(customer, record, list), before, record)
    const after = await traceOf(sales, record, list)
    assert.equal(after.version, inside.version + 1, 'a colleague sees it')
    assert.notEqual(after.updated_at, inside.updated_at)
  }
  const { version } = (await customer.get(`/bookings/${booking.id}`)).data
  const contact = { name: '王小美', phone: '0987654321', email: 'mei@example.com' }
  assert.equal((await sales.put(`/bookings/${booking.id}`, { contact, notes: '連同電話' })).status, 200)
  assert.equal((await customer.get(`/bookings/${booking.id}`)).data.version, version + 1)
  const heard = () =>
    [...stream.text().matchAll(/^event: changed\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
  await stream.until(() => heard().length > 0, 'the change of the contact')
  assert.deepEqual(heard(), [{ type: 'booking', id: booking.id, version: version + 1 }])
})

test("a customer's change is compared with the version that the customer was shown", async () => {
  const { version } = (await customer.get(`/travelers/${traveler}`)).data
  const change = (known: number, meal_requirement: string) =>
    customer.put(`/travelers/${traveler}`, { meal_requirement }, { 'if-match': `"${known}"` })
  assert.equal((await change(version + 1, 'vegetarian')).status, 412)
  const changed = await change(version, 'vegetarian')
  assert.deepEqual([changed.status, changed.data.version], [200, version + 1])
  const full = await trip(1)
  await book(full.id, ['丙'])
  const { id, status } = await book(full.id, ['丁'], { customer_user_id: ids.customer })
  assert.equal(status, 'waitlisted')
  await sales.put(`/bookings/${id}`, { notes: '候補' })
  const { version: known } = (await customer.get(`/bookings/${id}`)).data
  const decline = (tag: number) => customer.post(`/bookings/${id}/decline`, {}, { 'if-match': `"${tag}"` })
  assert.deepEqual([(await decline(known + 1)).status, (await decline(known)).status], [412, 200])
})
