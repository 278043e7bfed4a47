import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { db } = home
const there = await fixtures(home)
const { sales, ticketing, customer, admin, asked, offered } = conversation(home, there)
await admin.put(`/addon-requests/types/${there.seat}`, { name: '座位{升等}', name_en: 'Seat upgrade' })

type Shown = { message: string; sender_type: string; on_behalf_of: string | null }
const read = async (who: typeof sales, at: string, language: string): Promise<Shown[]> =>
  (await who.get(`${at}?include_internal=true`, { 'accept-language': language })).data
const saidIn = async (who: typeof sales, at: string, language: string) =>
  (await read(who, at, language)).map(({ message }) => message)

test('sentences of the system are in the language of the reader; texts of people stay as written', async () => {
  const { at } = await asked(there.seat)
  await ticketing.post(`${at}/department-quote`, { quoted_price: 3200 })
  await sales.post(`${at}/sales-forward`, { message: '給您的報價 {type}', quoted_price: 3500 })
  assert.deepEqual(await saidIn(sales, at, 'zh-TW'), [
    '申請已建立：座位{升等}，由票務負責。',
    '報價如下。',
    '給您的報價 {type}',
  ])
  assert.deepEqual(await saidIn(sales, at, 'en-GB'), [
    'Created: Seat upgrade, assigned to Ticketing.',
    'Here is the quote.',
    '給您的報價 {type}',
  ])
  assert.deepEqual(await saidIn(sales, at, 'ja'), await saidIn(sales, at, 'zh-TW'))
})

test('a system entry stores its event and parameters, and no text', async () => {
  const { id } = await asked(there.seat)
  const { rows } = await sql`
    select event, params, message from addon_communications where addon_request_id = ${id}`.execute(db)
  assert.deepEqual(rows, [
    {
      event: 'created',
      params: { type: '座位{升等}', type_en: 'Seat upgrade', department: 'ticketing' },
      message: null,
    },
  ])
})

test('an imported entry keeps its text, and an event of a later release has a sentence that says so', async () => {
  const { id, at } = await asked(there.seat)
  await sql`insert into addon_communications (addon_request_id, sender_type, message_type, message, is_internal, event, params)
    values (${id}, 'system', 'note', '舊的{句子}', true, null, null), (${id}, 'system', 'note', null, true, 'of-a-later-release', '{}')`.execute(
    db,
  )
  assert.deepEqual((await saidIn(sales, at, 'en')).slice(1), ['舊的{句子}', 'Recorded by a newer version.'])
})

test('an answer by phone names who recorded it and for whom', async () => {
  const { at } = await offered()
  await sales.post(`${at}/sales-confirm`, { customer_response: 'accepted' })
  const shown = (await read(sales, at, 'en')).map((one) => [one.sender_type, one.on_behalf_of, one.message])
  assert.deepEqual(shown.slice(-3), [
    ['customer', 'customer', 'We accept.'],
    ['system', null, 'Accepted; next: sales confirms with the department.'],
    ['sales', null, 'Confirmed with the customer.'],
  ])
  await admin.post(`${at}/department-final`, {})
  const [final] = (await read(admin, at, 'en')).slice(-1)
  assert.deepEqual([final?.sender_type, final?.on_behalf_of], ['department', 'department'])
  const [delivered] = (await read(customer, at, 'zh-TW')).slice(-1)
  assert.deepEqual([delivered?.message, delivered?.on_behalf_of], ['座位{升等} 已為您完成。', null])
})
