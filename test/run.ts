import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Result } from './reporter.ts'
import { collectResults, type Tested } from './results.ts'

// Runs the quick suite, or with --all the complete one: `node test/run.ts [--all] [--only "text of a title"] [part of a path …]`
//   --record FILE   writes which files this run has tested, and which of their tests it has skipped
//   --rest FILE     runs what the run that wrote FILE has left out: the other files, and the skipped tests
// With CI=true a file that has failed is run once more, alone, after all others.

/** Most tests wait for PostgreSQL or a browser, so there are more processes than cores. */
const PROCESSES = Math.max(3, 2 * availableParallelism())
const QUICK = ['design', 'embedded-postgres', 'src/**', 'test/**', 'web/test'].map(
  (folder) => `${folder}/!(*.all).test.ts`,
)
const COMPLETE = [...QUICK, '{embedded-postgres,src,test}/**/*.all.test.ts', 'web/test/browser/**/*.test.ts']
/** Files that print papers run in one process, because starting the print process takes two seconds of CPU. */
const PRINTING =
  /^src\/modules\/(papers\/|bookings\/mails|addon-requests\/secrecy|site\/printed|packages\/pictures)|^test\/stories\//
/** Files that take longest come first, so that no process runs one alone at the end. */
const FIRST = ['web/test/browser/look', 'web/test/browser/stories', 'web/', 'src/commands/', 'test/']

const root = join(import.meta.dirname, '..')
process.chdir(root)
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/guidon')
const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    only: { type: 'string' },
    record: { type: 'string' },
    rest: { type: 'string' },
  },
})

/** A test file; with a pattern only the tests whose names match it. */
type Job = { file: string; pattern?: string | undefined }

const jobs = jobsToRun()
const alone = jobs.filter(({ pattern }) => pattern)
const together = jobs.filter(({ pattern }) => !pattern).map(({ file }) => file)
const printing = together.filter((file) => PRINTING.test(file))
const others = together.filter((file) => !PRINTING.test(file))
const results = collectResults()
const started = performance.now()

// All processes use one PostgreSQL and one browser, which they find in their environment.
const { stopServer } = await import('./server.ts')
const { noBrowser, startBrowser } = await import('./browser.ts')
const wantsBrowser = jobs.some(({ file }) => file.startsWith('web/test/'))
const browser = wantsBrowser && !noBrowser ? await startBrowser() : undefined
if (browser) process.env.TEST_BROWSER = browser.wsEndpoint
const processes = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true
    for (const each of processes) each.kill(signal)
  })
let isStopped = false
await Promise.all(Array.from({ length: Math.min(PROCESSES, jobs.length) }, (_, nth) => runJobs(nth)))
if (process.env.CI === 'true') await repeatFailed()
await browser?.close()
await stopServer?.()

const { passed, failed } = results.counts()
if (options.record) writeFileSync(options.record, JSON.stringify(results.tested(), null, 2))
const seconds = Math.round((performance.now() - started) / 1000)
console.log(`\n${jobs.length} files in ${seconds} s\n${results.summary()}`)
if (!passed && !failed) console.log('No test was run: no path or title contains what was asked for.')
process.exitCode = failed || !passed ? 1 : 0

function jobsToRun(): Job[] {
  const { all, only, rest } = options
  // A file or title that is named is run, also if it belongs to the other suite.
  const known = globSync(all || only || parts.length ? COMPLETE : QUICK)
  const asked = known.filter((file) => !parts.length || parts.some((part) => file.includes(part)))
  const sorted = asked.sort((a, b) => rank(a) - rank(b))
  if (rest) return jobsOfRest(sorted, JSON.parse(readFileSync(rest, 'utf8')))
  if (!only) return sorted.map((file) => ({ file }))
  const naming = sorted.filter((file) => readFileSync(file, 'utf8').includes(only))
  // A title that is built at run time is in no file; then all files are tried.
  return (naming.length ? naming : sorted).map((file) => ({ file, pattern: RegExp.escape(only) }))
}

function jobsOfRest(files: string[], tested: Tested): Job[] {
  return files.flatMap((file) => {
    const skipped = tested[file]
    if (!skipped) return { file }
    return skipped.length ? { file, pattern: `^(?:${skipped.map(RegExp.escape).join('|')})(?: |$)` } : []
  })
}

function rank(file: string) {
  const found = FIRST.findIndex((folder) => file.startsWith(folder))
  return found < 0 ? FIRST.length : found
}

async function runJobs(nth: number) {
  // A process that ends early is replaced, because the files that wait still have to be run.
  while (hasFile(nth) && (await runTogether(nth)));
  for (let job = alone.shift(); job && !isStopped; job = alone.shift()) await runAlone(job)
}

function hasFile(nth: number) {
  return !isStopped && (others.length > 0 || (nth === 0 && printing.length > 0))
}

/**
 * The next file for a process. Every second process takes files from the end, so that at most half of them use the browser at the
 * same time.
 */
function nextFile(nth: number) {
  if (isStopped) return undefined
  return (nth === 0 && printing.shift()) || (nth % 2 ? others.pop() : others.shift())
}

/**
 * Runs files one after the other in one process, because loading the service takes longer than most files. Returns false if the
 * process ended before its first file.
 */
async function runTogether(nth: number) {
  const runner = start('test/runner.ts')
  let running: string | undefined
  let isDone = false
  runner.on('message', (message: Result | 'next') => {
    if (message !== 'next') {
      const [file = '', ...path] = message.path
      return show(file, { ...message, path })
    }
    const file = nextFile(nth)
    runner.send({ file })
    running = file ?? running
    isDone = !file
  })
  const [code, signal] = await once(runner, 'close')
  const file = running ?? 'test/runner.ts'
  if (!isDone || (code && !results.counts().failed)) showEnd(file, signal ?? code)
  return running !== undefined
}

/**
 * Runs a file in a process of its own: one that is repeated, or one with a pattern, because then node:test would leave out the
 * suites inside the suite of the file.
 */
async function runAlone({ file, pattern }: Job) {
  const child = start(file, pattern ? [`--test-name-pattern=${pattern}`] : [])
  child.on('message', (result: Result) => show(file, result))
  const [code, signal] = await once(child, 'close')
  if ((code || signal) && !results.hasFailed(file)) showEnd(file, signal ?? code)
}

/** Runs each file that has failed once more, alone. What passes then is named at the end: it is a fault that waits for its cause. */
async function repeatFailed() {
  for (const file of results.failedFiles()) {
    if (isStopped) return
    console.log(`\nRunning again, alone: ${file}`)
    const job = jobs.find((job) => job.file === file) ?? { file }
    await results.repeat(file, () => runAlone(job))
  }
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

function showEnd(file: string, how: string | number) {
  show(file, { outcome: 'failed', path: [], text: `The process of this file ended with ${how}.` })
}

function show(file: string, result: Result) {
  results.add(file, result)
  const { passed, skipped } = results.counts()
  if (result.outcome !== 'failed') process.stdout.write((passed + skipped) % 100 ? '.' : '.\n')
  else console.log(`\n✖ ${[file, ...result.path].join(' › ')}\n${result.text?.replaceAll(/^/gm, '  ')}\n`)
}
