import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, ids } = home
const { sales, customer, ticketing, asked } = conversation(home, await fixtures(home))
type Entry = { message: string; is_internal: boolean; message_type: string; sender_type: string }
const last = async (who: typeof sales, at: string): Promise<Entry> =>
  (await who.get(`${at}?include_internal=1`)).data.at(-1)
const titles = async (who: 'ticketing' | 'admin' | 'sales', event: string) =>
  (await as(who).get(`/notifications?event=${event}`)).data.map((one: { title: string; body: string }) => [
    one.title,
    one.body,
  ])

test('a new quantity notifies the department and is in the timeline, also for the customer', async () => {
  const { id, at, request_number } = await asked()
  await customer.put(`/addon-requests/${id}`, { quantity: 3 })
  const { message, is_internal, message_type, sender_type } = await last(customer, at)
  assert.deepEqual(
    [message, is_internal, message_type, sender_type],
    ['The quantity was changed from 1 to 3.', false, 'modification', 'system'],
  )
  assert.deepEqual(await titles('ticketing', 'addon-request.recounted'), [
    [`${request_number} The quantity was changed`, 'CNX830128A 王小美: T_SEAT\n\n1 → 3'],
  ])
})

test('a new assignee and a new salesperson are notified; only staff see it in the timeline', async () => {
  const { id, at, request_number } = await asked()
  await sales.put(`/addon-requests/${id}`, { assignee_id: ids.ticketing })
  assert.equal((await last(sales, at)).message, 'The assignee has changed.')
  assert.equal(
    (await titles('ticketing', 'addon-request.assigned'))[0][0],
    `${request_number} You are the assignee of this request`,
  )
  await as('admin').put(`/addon-requests/${id}`, { sales_user_id: ids.admin })
  assert.equal((await last(sales, at)).message, 'The salesperson has changed.')
  assert.deepEqual((await titles('sales', 'addon-request.handed-over')).length, 0)
  const entries: Entry[] = (await customer.get(at)).data
  assert.equal(entries.filter(({ message_type }) => message_type === 'modification').length, 0)
  await sales.put(`/addon-requests/${id}`, { assignee_id: ids.ticketing })
  assert.equal((await last(ticketing, at)).message, 'The salesperson has changed.', 'the same again says nothing')
})
