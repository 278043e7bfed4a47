import assert from 'node:assert/strict'
import { first } from '../calls.ts'
import type { Fixtures } from '../fixtures.ts'

/** Add-on requests, traveler requests and conversations. */
export const addons = (given: Fixtures) => {
  const { plain, category } = given
  const type = { category_id: category, name: '座位', type_code: 'MEAL', pricing_type: 'free' }
  return {
    'add-on category': () => plain('/addon-requests/categories', { name: '其他', department: 'op' }),
    'add-on type': () => plain('/addon-requests/types', type),
    'add-on request': () => requests(given),
    'entry of a conversation': () => entries(given),
  }
}

const requests = async ({ plain, as, seat, traveler }: Fixtures) => {
  const id = await plain('/addon-requests', { type_id: seat, traveler_id: traveler })
  const { data } = await as('customer').get(`/addon-requests/${id}`)
  assert.equal(data.probe, 'second')
}

const entries = async ({ make, read, listed, seat, traveler }: Fixtures) => {
  const request = await make('/addon-requests', { type_id: seat, traveler_id: traveler })
  const at = `/addon-requests/${request.id}/communications`
  const { id, probe } = await make(at, { message: '請問可以改成走道嗎？', ...first })
  const one = await read(`/addon-requests/communications/${id}`)
  const inTimeline = await listed(`${at}?include_internal=true`, id)
  assert.deepEqual([probe, one.probe, inTimeline], ['first', 'first', 'first'])
}
