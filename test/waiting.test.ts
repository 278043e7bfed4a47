import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn } from './sources.ts'

test('tests wait only with test/until.ts, which gives up and names what did not happen', () => {
  const loop = /^\s*(while|for) \(.*(pause\(|;;\))/m
  const tests = ['src', 'test', 'web/test']
    .flatMap(filesIn)
    .filter(({ path }) => /^(test|web)\/|\.test\.ts$/.test(path))
  assert.deepEqual(
    tests.filter(({ text }) => loop.test(text)).map(({ path }) => path),
    ['test/until.ts'],
  )
})
