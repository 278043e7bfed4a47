import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stoppedClock } from '../../../test/clock.ts'
import { keyedLimiter } from './limiter.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('calls with the same key run one after another in order; other keys do not wait', async () => {
  const inLine = keyedLimiter({ concurrency: 1, most: 10, timeout: 60_000 })
  const told: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inLine('trip 1', () => gate.promise.then(() => told.push('first')))
  const more = ['second', 'third'].map((name) => inLine('trip 1', async () => told.push(name)))
  await inLine('trip 2', async () => told.push('elsewhere'))
  gate.resolve()
  await Promise.all([first, ...more])
  assert.deepEqual(told, ['elsewhere', 'first', 'second', 'third'])
})

test('the queue is bounded: a call that finds it full or waits too long is refused', async (t) => {
  const passes = stoppedClock(t)
  const inLine = keyedLimiter({ concurrency: 1, most: 2, timeout: 5 })
  const gate = Promise.withResolvers<void>()
  const first = inLine('trip 1', () => gate.promise)
  const second = inLine('trip 1', async () => 'done').catch(({ code, extras }) => [code, extras.headers])
  await assert.rejects(
    inLine('trip 2', async () => 'done'),
    { code: 'unavailable' },
  )
  passes(6)
  gate.resolve()
  await first
  assert.deepEqual(await second, ['unavailable', { 'retry-after': '2' }])
  assert.equal(await inLine('trip 1', async () => 'done'), 'done')
})

test('a call that fails does not affect the next one', async () => {
  const inLine = keyedLimiter({ concurrency: 1, most: 10, timeout: 60_000 })
  const failing = inLine('trip 1', () => Promise.reject(new Error('no')))
  const next = inLine('trip 1', async () => 'done')
  await assert.rejects(failing, { message: 'no' })
  await settled()
  assert.equal(await next, 'done')
})
