import { once } from 'node:events'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { globalSetup, globalTeardown } from './setup.ts'

// Loading the program takes longer than most test files, so a few processes run all of them. Each takes the next free file and
// runs it as a suite with its own service, which is removed before the next file.
const LANES = 3
const root = fileURLToPath(new URL('..', import.meta.url))
const place = join(root, 'node_modules/.cache/guidon/lanes')

const asked = process.argv.slice(2)
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
  .filter((file) => !asked.length || asked.some((part) => file.includes(part)))
  .sort()

// mkdir is atomic: only one process can create a directory.
const lane = `import { mkdirSync } from 'node:fs'
import { suite } from 'node:test'
for (const [nth, [name, file]] of ${JSON.stringify(files.map((name) => [name, pathToFileURL(join(root, name)).href]))}.entries()) {
  try {
    mkdirSync(new URL('taken-' + nth, import.meta.url))
  } catch {
    continue
  }
  await suite(name, async () => {
    await import(file)
  })
}
`
rmSync(place, { recursive: true, force: true })
mkdirSync(place, { recursive: true })
const lanes = Array.from({ length: Math.min(LANES, files.length) }, (_, nth) => join(place, `${nth + 1}.mjs`))
for (const entry of lanes) writeFileSync(entry, lane)

await globalSetup()
const leave = async (code: number) => {
  await globalTeardown()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => leave(1))

let failed = 0
const report = run({ files: lanes, cwd: root, concurrency: LANES }).on('test:fail', () => {
  failed += 1
})
const told = report.compose(spec)
told.pipe(process.stdout)
await once(told, 'end')
await leave(failed ? 1 : 0)
