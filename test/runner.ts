import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import './context.ts'

// Loaded after context.ts, which changes what it is built on.
const { suite } = await import('node:test')
const { files, taken }: { files: string[]; taken: string } = JSON.parse(process.env.TEST_RUN ?? '')

/** A file with a test that never ends is given up, long after the slowest file has ended on a busy machine. */
const timeout = 1_200_000

const isFree = (name: string) => {
  // mkdir is atomic: only one process can create a directory.
  try {
    mkdirSync(join(taken, name))
    return true
  } catch {
    return false
  }
}

// Every other process begins at the end, so that at most half of them run browsers at the same time.
const place = files.findIndex((_, nth) => isFree(`process-${nth}`))
for (const file of place % 2 ? files.toReversed() : files)
  if (isFree(file.replaceAll('/', '-')))
    await suite(file, { timeout }, async () => {
      await import(join(import.meta.dirname, '..', file))
    })

// What a test has left open does not keep the process.
setTimeout(() => {
  process.stderr.write(`Still open after all tests: ${process.getActiveResourcesInfo().join(', ')}\n`)
  process.exit(1)
}, 30_000).unref()
