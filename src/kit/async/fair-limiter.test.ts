import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fairLimiter } from './fair-limiter.ts'

const limits = { mostOfOne: 3, most: 6, timeout: 60_000 }

/** A queue with jobs that end when `finish` is called, and the names of those that have begun. */
const queue = (more: Partial<typeof limits> = {}) => {
  const limit = fairLimiter({ ...limits, ...more })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const add = (name: string, first = false) =>
    limit(
      () => {
        begun.push(name)
        return new Promise<void>((end) => ends.push(end))
      },
      { who: name.slice(0, 1), first },
    )
  const finish = async () => {
    ends.shift()?.()
    for (let i = 0; i < 5; i += 1) await Promise.resolve()
  }
  return { add, begun, finish }
}

test('callers take turns, however many jobs each of them has', async () => {
  const { add, begun, finish } = queue()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => add(name))
  for (const _ of all) await finish()
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  await Promise.all(all)
})

test('jobs with `first` pass the others, and their callers take turns', async () => {
  const { add, begun, finish } = queue()
  const all = [add('a1'), add('b1'), add('x1', true), add('x2', true), add('y1', true)]
  for (const _ of all) await finish()
  assert.deepEqual(begun, ['a1', 'x1', 'y1', 'x2', 'b1'])
  await Promise.all(all)
})

test('a caller with too many waiting jobs is refused, and others are not', async () => {
  const { add, finish } = queue()
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => add(name))
  await assert.rejects(add('a5'), { code: 'unavailable' })
  all.push(add('b1'), add('b2'), add('b3'))
  await assert.rejects(add('c1'), { code: 'unavailable' }, 'all places are taken')
  for (const _ of all) await finish()
  await Promise.all(all)
  await Promise.all([add('c1'), finish()])
})

test('a job that has waited too long is refused and does not run; a job that fails does not affect the next one', async () => {
  const { add, begun, finish } = queue({ timeout: -1 })
  const first = add('a1')
  const late = assert.rejects(add('b1'), { code: 'unavailable' })
  await finish()
  await Promise.all([first, late])
  assert.deepEqual(begun, ['a1'])
  const limit = fairLimiter(limits)
  const caller = { who: 'a', first: false }
  await assert.rejects(
    limit(() => Promise.reject(new Error('fault')), caller),
    { message: 'fault' },
  )
  assert.equal(await limit(async () => 'done', caller), 'done')
})
