import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { limiter } from './limiter.ts'

/** A job that takes a moment and adds itself to `order` when it begins. */
const jobs = (order: string[]) => (name: string) => async () => {
  order.push(name)
  await pause(5)
}

test('jobs run in the order in which they came, and jobs with `first` pass the others', async () => {
  const order: string[] = []
  const job = jobs(order)
  const run = limiter(1)
  await Promise.all([run(job('a')), run(job('b')), run(job('c')), run(job('known'), { first: true })])
  assert.deepEqual(order, ['a', 'known', 'b', 'c'])
})

test('beyond the bound the caller is refused at once, and the waiting jobs run', async () => {
  const order: string[] = []
  const job = jobs(order)
  const run = limiter(1, { maxWaiting: 2 })
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => run(job(name)))
  const known = run(job('known'), { first: true })
  const outcomes = await Promise.allSettled([...all, known])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
  )
  const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  assert.deepEqual([refused.code, refused.extras.headers], ['unavailable', { 'retry-after': '2' }])
  assert.deepEqual(order, ['a', 'known', 'b', 'c'])
  await run(job('later'))
  assert.equal(order.at(-1), 'later')
})
