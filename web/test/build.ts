import assert from 'node:assert/strict'
import { existsSync, globSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const hasBuilder = () => {
  try {
    return Boolean(createRequire(import.meta.url).resolve('vite/package.json'))
  } catch {
    return false
  }
}

/** Why there is no console to test, or false. */
export const noBuild = hasBuilder() ? false : 'run npm ci first'

/** Fails if the built console is older than its sources. */
export const requireFreshBuild = () => {
  const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
  const pocket = '../src/modules/pocket/{browser,view}/*.ts'
  const sources = globSync(
    ['src/**/*.*', '../design/*.{css,ts}', '../sdk/src/**/*.ts', '*.{html,ts}', 'public/*', pocket],
    { cwd: path('.') },
  )
  const newest = Math.max(...sources.map((name) => statSync(path(name)).mtimeMs))
  const built = path('dist/index.html')
  const isFresh = existsSync(built) && statSync(built).mtimeMs >= newest
  assert.ok(isFresh, 'web/dist is older than its sources: run `npm run prepare`')
}
