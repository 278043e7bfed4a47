import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validators } from '../src/kit/http/routes/validators.ts'
import { sharedHouse } from './house.ts'

const { app } = await sharedHouse()

// The service compiles a schema on its first use. This test compiles all of them, so that every fault is found.
test('every schema of a body or query can be compiled', () => {
  const { body: bodies, text: texts } = validators('Asia/Taipei')
  for (const { methods, path, body, query, params } of app.catalogue) {
    const rules = [body && bodies(body), query && texts(query), params && texts(params)]
    for (const rule of rules) assert.doesNotThrow(() => rule?.({}), `${methods} ${path}`)
  }
})
