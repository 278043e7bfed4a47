import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validators } from '../src/kit/http/routes/validators.ts'
import { house } from './house.ts'

const { app } = await house()

// The service compiles a rule when it is first asked for; here all are, so that none waits with a fault in it.
test('every rule for what is sent can be compiled', () => {
  const { body: bodies, text: texts } = validators('Asia/Taipei')
  for (const { methods, path, body, query, params } of app.catalogue) {
    const rules = [body && bodies(body), query && texts(query), params && texts(params)]
    for (const rule of rules) assert.doesNotThrow(() => rule?.({}), `${methods} ${path}`)
  }
})
