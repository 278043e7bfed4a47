import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { ticketing, sales, asked } = conversation(home, there)
const finance = home.as('finance')

test('finance reads the types and timelines of add-ons with their costs, and cannot write in the conversation', async () => {
  const { data: types } = await finance.get('/addon-requests/types')
  assert.ok(types.some(({ type_code }: { type_code: string }) => type_code === 'T_SEAT'))
  assert.equal((await finance.get(`/addon-requests/types/${there.seat}`)).data.type_code, 'T_SEAT')
  assert.equal((await finance.put(`/addon-requests/types/${there.seat}`, { name: '座位' })).status, 403)

  const { id, at } = await asked()
  await ticketing.post(`${at}/department-quote`, { message: '原價', quoted_price: 9000 })
  await sales.post(`${at}/sales-forward`, { quoted_price: 9500 })
  const { data: request } = await finance.get(`/addon-requests/${id}`)
  assert.deepEqual([request.cost, request.offered_price, request.margin, request.possible], [9000, 9500, 500, []])
  const { data: entries } = await finance.get(`${at}?include_internal=true`)
  const said = entries.map(({ message_type, quoted_price }: Record<string, unknown>) => [message_type, quoted_price])
  assert.deepEqual(said.slice(-2), [
    ['quote', 9000],
    ['quote', 9500],
  ])
  assert.equal((await finance.get(`/addon-requests/communications/${entries.at(-1).id}`)).status, 200)
  assert.equal((await finance.post(at, { message: '收到' })).status, 403)
  assert.equal((await finance.get('/addon-requests/stats')).status, 403)
})
