import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import './context.ts'

// Loaded after context.ts, which changes what it is built on.
const { suite } = await import('node:test')
const { files, taken }: { files: string[]; taken: string } = JSON.parse(process.env.TEST_RUN ?? '')

for (const [nth, file] of files.entries()) {
  // mkdir is atomic: only one process can create a directory.
  try {
    mkdirSync(join(taken, `${nth}`))
  } catch {
    continue
  }
  await suite(file, async () => {
    await import(join(import.meta.dirname, '..', file))
  })
}
