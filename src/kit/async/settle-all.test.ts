import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settleAll } from './settle-all.ts'

test('all that was started comes to an end before it fails, with what went wrong first', async () => {
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

test('what all of it gives is in the order it was asked in', async () => {
  assert.deepEqual(await settleAll([Promise.resolve(1), 'two', undefined]), [1, 'two', undefined])
})

test('it tells the first cause, not what PostgreSQL refused because of it, however soon that is heard', async () => {
  const refusal = (code: string) => Object.assign(new Error(code), { code })
  const later = (code: string) => new Promise((_, reject) => setImmediate(() => reject(refusal(code))))
  await assert.rejects(settleAll([Promise.reject(refusal('25P02')), later('55P03')]), { code: '55P03' })
  await assert.rejects(settleAll([later('40001'), Promise.reject(refusal('25P02'))]), { code: '40001' })
  await assert.rejects(settleAll([Promise.reject(refusal('25P02')), Promise.resolve(1)]), { code: '25P02' })
  await assert.rejects(settleAll([Promise.reject(undefined)]), (fault) => fault === undefined)
})
