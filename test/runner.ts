import { once } from 'node:events'
import { join } from 'node:path'
import './context.ts'

// Runs the files that run.ts sends, one after the other, each as a suite with its own service.

// Loaded after context.ts, which replaces hooks that it uses.
const { suite } = await import('node:test')

/** A file with a test that never ends is given up after this time, long after the slowest file has ended on a slow machine. */
const timeout = 1_200_000

for (let file = await nextFile(); file; file = await nextFile()) {
  const path = join(import.meta.dirname, '..', file)
  await suite(file, { timeout }, async () => {
    await import(path)
  })
}
process.disconnect()

async function nextFile(): Promise<string | undefined> {
  const answer = once(process, 'message')
  process.send?.('next')
  const [{ file }] = await answer
  return file
}

// Resources that a test has left open do not keep the process running.
setTimeout(() => {
  process.stderr.write(`Still open after all tests: ${process.getActiveResourcesInfo().join(', ')}\n`)
  process.exit(1)
}, 30_000).unref()
