import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Result } from './reporter.ts'

// Runs the quick suite, or with --all the complete one: `node test/run.ts [--all] [--only "text of a title"] [part of a path …]`

/** Most tests wait for PostgreSQL or a browser, so there are more processes than cores. */
const PROCESSES = Math.max(3, 2 * availableParallelism())
const QUICK = ['embedded-postgres', 'src/**', 'test/**', 'web/test'].map((folder) => `${folder}/!(*.all).test.ts`)
const COMPLETE = [...QUICK, '{embedded-postgres,src,test}/**/*.all.test.ts', 'web/test/browser/**/*.test.ts']
/** Files that print papers run in one process, because starting the print process takes two seconds of CPU. */
const PRINTING =
  /^src\/modules\/(papers\/|bookings\/(mails|steps\/inviting)|addon-requests\/secrecy|travelers\/address\/)|^test\/stories\//
/** Files that take longest come first, so that no process runs one alone at the end. */
const FIRST = ['web/test/browser/look', 'web/test/browser/stories', 'web/', 'src/commands/', 'test/']

const root = join(import.meta.dirname, '..')
process.chdir(root)
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/guidon')
const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, only: { type: 'string' } },
})

const files = filesToRun()
const printing = files.filter((file) => PRINTING.test(file))
const others = files.filter((file) => !PRINTING.test(file))
const counts = { passed: 0, failed: 0, skipped: 0 }
const started = performance.now()

// All processes use one PostgreSQL and one browser, which they find in their environment.
const { stopServer } = await import('./server.ts')
const { noBrowser, startBrowser } = await import('./browser.ts')
const wantsBrowser = files.some((file) => file.startsWith('web/test/'))
const browser = wantsBrowser && !noBrowser ? await startBrowser() : undefined
if (browser) process.env.TEST_BROWSER = browser.wsEndpoint
const processes = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true
    for (const each of processes) each.kill(signal)
  })
let isStopped = false
const run = options.only ? runFilesAlone : runFiles
await Promise.all(Array.from({ length: Math.min(PROCESSES, files.length) }, (_, nth) => run(nth)))
await browser?.close()
await stopServer?.()

const { passed, failed, skipped } = counts
const seconds = Math.round((performance.now() - started) / 1000)
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n${files.length} files in ${seconds} s`)
if (!passed && !failed) console.log('No test was run: no path or title contains what was asked for.')
process.exitCode = failed || !passed ? 1 : 0

function filesToRun() {
  const { all, only } = options
  // A file or title that is named is run, also if it belongs to the other suite.
  const known = globSync(all || only || parts.length ? COMPLETE : QUICK)
  const asked = known.filter((file) => !parts.length || parts.some((part) => file.includes(part)))
  const naming = asked.filter((file) => only && readFileSync(file, 'utf8').includes(only))
  // A title that is built at run time is in no file; then all files are tried.
  return (naming.length ? naming : asked).sort((a, b) => rank(a) - rank(b))
}

function rank(file: string) {
  const found = FIRST.findIndex((folder) => file.startsWith(folder))
  return found < 0 ? FIRST.length : found
}

/**
 * The next file for a process. Every second process takes files from the end, so that at most half of them use the browser at the
 * same time.
 */
function nextFile(nth: number) {
  if (isStopped) return undefined
  return (nth === 0 && printing.shift()) || (nth % 2 ? others.pop() : others.shift())
}

function start(program: string, options: string[] = []) {
  const reporter = ['--test-reporter=./test/reporter.ts', '--test-reporter-destination=stdout']
  // Fails on a call that the next release of a package or of Node removes, because its warning would be printed in the terminal of
  // every user.
  const strict = '--throw-deprecation'
  // The client is not built in a checkout, so its sources are read, as the build of the console does.
  const sources = '--conditions=guidon-source'
  const child = fork(program, { execArgv: [strict, sources, ...reporter, ...options] })
  processes.add(child)
  return child
}

/** Runs files one after the other in one process, because loading the service takes longer than most files. */
async function runFiles(nth: number) {
  const runner = start('test/runner.ts')
  let running = 'no file'
  let isDone = false
  runner.on('message', (message: Result | 'next') => {
    if (message !== 'next') return show(message)
    const file = nextFile(nth)
    runner.send({ file })
    if (file) running = file
    else isDone = true
  })
  const [code, signal] = await once(runner, 'close')
  if (!isDone || (code && !counts.failed)) showEnd(running, signal ?? code)
}

/** Runs each file in a separate process, because with a pattern node:test leaves out a suite inside the suite of its file. */
async function runFilesAlone(nth: number) {
  for (let file = nextFile(nth); file; file = nextFile(nth)) {
    const child = start(file, [`--test-name-pattern=${RegExp.escape(options.only ?? '')}`])
    const before = counts.failed
    child.on('message', (result: Result) => show({ ...result, title: `${file} › ${result.title}` }))
    const [code, signal] = await once(child, 'close')
    if ((code || signal) && counts.failed === before) showEnd(file, signal ?? code)
  }
}

function showEnd(file: string, how: string | number) {
  show({ outcome: 'failed', title: file, text: `The process of this file ended with ${how}.` })
}

function show({ outcome, title, text }: Result) {
  counts[outcome] += 1
  const dots = counts.passed + counts.skipped
  if (outcome !== 'failed') process.stdout.write(dots % 100 ? '.' : '.\n')
  else console.log(`\n✖ ${title}\n${text?.replaceAll(/^/gm, '  ')}\n`)
}
