import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What was compiled once is kept beside the packages, so that the next start, and every further process, is quicker.
// This file alone is read before that, and would call for the whole compiler if it were TypeScript.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/guidon', import.meta.url)))
const { ioOf } = await import('./commands/io.ts')
const { run } = await import('./commands/run.ts')
const { readEnvironment } = await import('./config.ts')

const code = await run(process.argv.slice(2), ioOf(process, readEnvironment()))
// Whatever was half begun ends with it.
if (code) process.exit(code)
