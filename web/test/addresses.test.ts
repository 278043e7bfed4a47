import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DESK, pages } from '../../src/console.ts'

test('the service serves exactly the paths for which the console has pages', () => {
  const files = globSync('web/src/features/**/route.ts')
  const routes = files.map((path) => readFileSync(path, 'utf8')).join('\n')
  const paths = [...routes.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path = '']) => path.replace('$', ':'))
  assert.deepEqual(paths.map((path) => (path === '/' ? DESK : `${DESK}/${path}`)).sort(), [...pages].sort())
})
