import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { batcher } from './batcher.ts'

test('calls in the same tick share one batch, and later calls start a new one', async () => {
  const asked: string[][] = []
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const lengthOf = batcher(async (words: string[]) => {
    asked.push(words)
    begin()
    await pause(20)
    return words.map((word) => (word === 'nothing' ? undefined : word.length))
  })
  const first = [lengthOf('one'), lengthOf('three'), lengthOf('nothing'), lengthOf('one')]
  // Now the first batch has begun and is not answered yet.
  await begun
  const second = lengthOf('seven')
  assert.deepEqual(await Promise.all([...first, second]), [3, 5, undefined, 3, 5])
  assert.deepEqual(asked, [['one', 'three', 'nothing', 'one'], ['seven']])
})

test('an error rejects all calls of its batch and no others', async () => {
  let isBroken = true
  const ask = batcher(async (all: number[]) => {
    if (isBroken) throw new Error('broken')
    return all
  })
  const failing = await Promise.allSettled([ask(1), ask(2)])
  assert.deepEqual(
    failing.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isBroken = false
  assert.equal(await ask(3), 3)
})
