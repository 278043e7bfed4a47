import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscriptions } from './events.ts'

const first = () => 'first'
const second = () => 'second'

test('a second subscriber of one name to one event is refused', () => {
  const [one, twin] = [{ counted: { tell: first } }, { counted: { tell: second } }]
  const refused = { message: 'two subscribers of counted are called tell' }
  assert.throws(() => subscriptions({ consequences: [], notices: [one, twin] }), refused)
  assert.throws(() => subscriptions({ consequences: [one], notices: [twin] }), refused)
})

test('the subscribers of an event run in the order of the tables', () => {
  const { consequences, notices } = subscriptions({
    consequences: [{ counted: { first, second } }],
    notices: [{ counted: { third: second } }, { counted: { fourth: first } }],
  })
  assert.deepEqual(consequences.get('counted'), [first, second])
  assert.deepEqual(notices.get('counted'), [second, first])
})
