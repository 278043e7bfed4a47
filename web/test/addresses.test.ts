import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DESK, pages } from '../../src/console.ts'

test('the service serves exactly the addresses that the console has pages for', () => {
  const routes = readFileSync(new URL('../src/routes.tsx', import.meta.url), 'utf8')
  const paths = [...routes.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path = '']) => path.replace('$', ':'))
  assert.deepEqual(paths.map((path) => (path === '/' ? DESK : `${DESK}/${path}`)).sort(), [...pages].sort())
})
