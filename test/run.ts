import { once } from 'node:events'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { globalSetup, globalTeardown } from './setup.ts'

// Loading the program takes longer than most test files, so a few processes run all of them. Each takes the next free file and
// runs it as a suite with its own service, which is removed before the next file. Many tests wait for a clock, so there are more processes than cores.
const PROCESSES = 4
// Files that start browsers and programs take longest. They come first, so that no process runs one alone at the end.
const FIRST = ['web/test/look', 'web/test/stories', 'web/', 'src/commands/', 'test/']
const root = fileURLToPath(new URL('..', import.meta.url))
const directory = join(root, 'node_modules/.cache/guidon/runners')

const asked = process.argv.slice(2)
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'web/test/*.test.ts'], { cwd: root })
  .filter((file) => !asked.length || asked.some((part) => file.includes(part)))
  .sort((a, b) => placeOf(a) - placeOf(b))
function placeOf(file: string) {
  const place = FIRST.findIndex((folder) => file.startsWith(folder))
  return place < 0 ? FIRST.length : place
}

// mkdir is atomic: only one process can create a directory.
const runner = `import { mkdirSync } from 'node:fs'
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
rmSync(directory, { recursive: true, force: true })
mkdirSync(directory, { recursive: true })
const runners = Array.from({ length: Math.min(PROCESSES, files.length) }, (_, nth) => join(directory, `${nth + 1}.mjs`))
for (const entry of runners) writeFileSync(entry, runner)

await globalSetup()
const exit = async (code: number) => {
  await globalTeardown()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => exit(1))

let failed = 0
const events = run({ files: runners, cwd: root, concurrency: PROCESSES }).on('test:fail', () => {
  failed += 1
})
const report = events.compose(spec)
report.pipe(process.stdout)
await once(report, 'end')
await exit(failed ? 1 : 0)
