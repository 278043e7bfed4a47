import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settleAll } from './settle.ts'

test('waits until everything has settled, then throws the first error', async () => {
  const told: string[] = []
  const gate = Promise.withResolvers<void>()
  const slow = gate.promise.then(() => {
    told.push('slow')
    throw new Error('second')
  })
  const failing = settleAll([slow, Promise.reject(new Error('first'))]).catch(({ message }) => told.push(message))
  setImmediate(gate.resolve)
  await failing
  assert.deepEqual(told, ['slow', 'first'])
})

test('results are in the order of the arguments', async () => {
  assert.deepEqual(await settleAll([Promise.resolve(1), 'two', undefined]), [1, 'two', undefined])
})

test('throws the first cause, not an error that PostgreSQL reported as its consequence', async () => {
  const refusal = (code: string) => Object.assign(new Error(code), { code })
  const later = (code: string) => new Promise((_, reject) => setImmediate(() => reject(refusal(code))))
  await assert.rejects(settleAll([Promise.reject(refusal('25P02')), later('55P03')]), { code: '55P03' })
  await assert.rejects(settleAll([later('40001'), Promise.reject(refusal('25P02'))]), { code: '40001' })
  await assert.rejects(settleAll([Promise.reject(refusal('25P02')), Promise.resolve(1)]), { code: '25P02' })
  await assert.rejects(settleAll([Promise.reject(undefined)]), (fault) => fault === undefined)
})
