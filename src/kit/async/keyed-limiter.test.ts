import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyedLimiter } from './keyed-limiter.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('one after the other, in the order they came; who wants something else does not wait for them', async () => {
  const inLine = keyedLimiter({ atOnce: 1, most: 10, patience: 1_000 })
  const told: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inLine('trip 1', () => gate.promise.then(() => told.push('first')))
  const more = ['second', 'third'].map((name) => inLine('trip 1', async () => told.push(name)))
  await inLine('trip 2', async () => told.push('elsewhere'))
  gate.resolve()
  await Promise.all([first, ...more])
  assert.deepEqual(told, ['elsewhere', 'first', 'second', 'third'])
})

test('a line has an end: who finds it full, or waited too long, is told to come again', async () => {
  const inLine = keyedLimiter({ atOnce: 1, most: 2, patience: 5 })
  const gate = Promise.withResolvers<void>()
  const first = inLine('trip 1', () => gate.promise)
  const second = inLine('trip 1', async () => 'done').catch(({ code, extras }) => [code, extras.headers])
  await assert.rejects(
    inLine('trip 2', async () => 'done'),
    { code: 'unavailable' },
  )
  setTimeout(gate.resolve, 20)
  await first
  assert.deepEqual(await second, ['unavailable', { 'retry-after': '2' }])
  assert.equal(await inLine('trip 1', async () => 'done'), 'done')
})

test('what fails ends its own turn and nobody else’s', async () => {
  const inLine = keyedLimiter({ atOnce: 1, most: 10, patience: 1_000 })
  const failing = inLine('trip 1', () => Promise.reject(new Error('no')))
  const next = inLine('trip 1', async () => 'done')
  await assert.rejects(failing, { message: 'no' })
  await settled()
  assert.equal(await next, 'done')
})
