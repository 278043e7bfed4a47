import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { globalSetup, globalTeardown } from './setup.ts'

// Loading the program takes longer than most test files, so a few processes run all of them. Each takes the next free file and
// runs it as a suite with its own service, which is removed before the next file. Many tests wait for a clock, so there are more processes than cores.
const PROCESSES = 6
// Files that start browsers and programs take longest. They come first, so that no process runs one alone at the end.
const FIRST = ['web/test/look', 'web/test/stories', 'web/', 'src/commands/', 'test/']
const root = join(import.meta.dirname, '..')

const asked = process.argv.slice(2)
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'web/test/*.test.ts'], { cwd: root })
  .filter((file) => !asked.length || asked.some((part) => file.includes(part)))
  .sort((a, b) => placeOf(a) - placeOf(b))
function placeOf(file: string) {
  const place = FIRST.findIndex((folder) => file.startsWith(folder))
  return place < 0 ? FIRST.length : place
}

await globalSetup()
const taken = mkdtempSync(join(tmpdir(), 'guidon-taken-'))
process.env.TEST_RUN = JSON.stringify({ files, taken })
let isEnding = false
const exit = async (code: number) => {
  if (isEnding) return
  isEnding = true
  rmSync(taken, { recursive: true })
  await globalTeardown()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => exit(1))

let failed = 0
const runners = Array.from({ length: Math.min(PROCESSES, files.length) }, () => join(root, 'test/runner.ts'))
// A call that the next release of a package or of Node no longer takes would else be printed into the terminal of every user.
const execArgv = ['--throw-deprecation']
const events = run({ files: runners, cwd: root, concurrency: PROCESSES, execArgv }).on('test:fail', () => {
  failed += 1
})
const report = events.compose(spec)
report.pipe(process.stdout)
await once(report, 'end')
await exit(failed ? 1 : 0)
