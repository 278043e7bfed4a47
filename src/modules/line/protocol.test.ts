import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf, isSigned, outcomeOf, partsOf } from './protocol.ts'

test('a signature counts for exactly the bytes that came', () => {
  const body = Buffer.from('{"destination":"U1","events":[]}')
  // openssl dgst -sha256 -hmac 8c570fa6dd201bb328f1c1eac23a96d8 -binary | base64
  const signature = 'wkdF2jkT9qcI9xo3dy8DgHvcuPACq9NJ3RqICYTQy/0='
  assert.ok(isSigned(body, signature, '8c570fa6dd201bb328f1c1eac23a96d8'))
  assert.ok(!isSigned(Buffer.from(`${body} `), signature, '8c570fa6dd201bb328f1c1eac23a96d8'))
  assert.ok(!isSigned(body, signature, 'another secret'))
  for (const wrong of [undefined, '', 'abc', `${signature}A`]) assert.ok(!isSigned(body, wrong, 'x'), wrong)
})

const event = {
  ...{ webhookEventId: '01FZ74A0TDDPYRVKNK77XKC3ZR', type: 'message', mode: 'active', timestamp: 1_462_629_479_859 },
  ...{ source: { type: 'user', userId: 'U4af4980629' }, replyToken: '38ef843bde154d9b91c21320ffd17a0f' },
  message: { id: '444573844083572737', type: 'text', text: '請問集合地點？' },
}
const read = (given: object) => eventsOf(Buffer.from(JSON.stringify({ events: [{ ...event, ...given }] })))?.[0]

test('an event is read as far as it is used', () => {
  assert.deepEqual(read({}), {
    ...{ webhookEventId: '01FZ74A0TDDPYRVKNK77XKC3ZR', type: 'message', mode: 'active', timestamp: 1_462_629_479_859 },
    ...{ userId: 'U4af4980629', replyToken: '38ef843bde154d9b91c21320ffd17a0f' },
    message: { id: '444573844083572737', kind: 'text', text: '請問集合地點？' },
    data: null,
  })
  assert.deepEqual(read({ message: { id: '1', type: 'sticker', keywords: ['謝謝', '鞠躬'] } })?.message, {
    ...{ id: '1', kind: 'sticker', text: '謝謝、鞠躬' },
  })
  assert.equal(
    read({ message: { id: '1', type: 'location', title: '飯店', address: '布拉格 1 區' } })?.message?.text,
    '飯店 布拉格 1 區',
  )
  assert.equal(read({ message: { id: '1', type: 'video' } })?.message?.kind, 'other')
  assert.equal(read({ source: { type: 'group', groupId: 'C1' } })?.userId, null)
})

test('what is no event of LINE is left out', () => {
  for (const body of ['', '[]', '{}', '{"events":1}', 'x']) assert.equal(eventsOf(Buffer.from(body)), undefined, body)
  assert.equal(read({ webhookEventId: undefined }), undefined)
  assert.equal(read({ timestamp: 'soon' }), undefined)
  assert.equal(read({ timestamp: 1e300 }), undefined)
})

test('an answer of LINE says what became of a message', () => {
  const outcomes = [200, 409, 429, 400, 401, 403, 404, 500, 503, null].map(outcomeOf)
  assert.deepEqual(outcomes, [
    ...['sent', 'sent', 'limited', 'refused', 'refused', 'refused', 'gone', 'unknown', 'unknown', 'unknown'],
  ])
})

test('a long text is split at the end of a sentence, and never in the middle of a sign', () => {
  assert.deepEqual(partsOf('短。'), ['短。'])
  assert.deepEqual(partsOf('一二三四。五六七八。', 8), ['一二三四。', '五六七八。'])
  assert.deepEqual(partsOf('第一行的字\n第二行', 8), ['第一行的字', '第二行'])
  assert.deepEqual(partsOf('一二三😀四', 4), ['一二三', '😀四'])
  assert.ok(partsOf('字'.repeat(12_000)).every((part) => part.length <= 5_000))
})
