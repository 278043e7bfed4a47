import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiled code is cached next to the packages, so that the next start and further processes are quicker. This file is JavaScript,
// because it runs before the cache is enabled, and TypeScript would load the whole compiler.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/guidon', import.meta.url)))
const { ioOf } = await import('./commands/io.ts')
const { run } = await import('./commands/run.ts')
const { readEnvironment } = await import('./config.ts')

const code = await run(process.argv.slice(2), ioOf(process, readEnvironment()))
// After an error, exits at once, also if timers or connections are still open.
if (code) process.exit(code)
