import assert from 'node:assert/strict'
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { quickShop } from '../../../test/fixtures/press.ts'
import type { Refusal } from '../errors.ts'
import { openPapers } from './papers.ts'
import { printer } from './printer.ts'

const somebody = { who: 'somebody', first: true }
const { fork } = childProcess
const withFork = async (other: typeof fork, work: () => Promise<void>) => {
  childProcess.fork = other
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    childProcess.fork = fork
    syncBuiltinESMExports()
  }
}

test('if no print process can be started, a paper is answered 503 with a time to retry, and the next one is printed', async () => {
  const paper = { template: 'plain', facts: {}, locale: 'en' } as const
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => lines.push(line) })
  const common = async () => ({ facts: {}, pictures: {}, accent: '#2B4A6F' })
  const papers = openPapers({
    templates: [],
    common,
    press: printer(await quickShop(after)),
    words: () => ({}),
    goesFirst: () => true,
    log,
  })
  const isPutOff = ({ code, extras }: Refusal) => {
    assert.deepEqual([code, extras.headers], ['unavailable', { 'retry-after': '2' }])
    return true
  }
  // Node throws if memory is missing, and emits an error if the program cannot be run.
  const thrown = () => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM', syscall: 'spawn' })
  }
  const emitted = (program: string | URL, options: object) =>
    fork(program, { ...options, execPath: '/no/such/program' })
  for (const failing of [thrown, emitted])
    await withFork(failing as typeof fork, () => assert.rejects(papers.print(paper, somebody), isPutOff))
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).err.message),
    [
      'No process could be started to print.: spawn ENOMEM',
      'No process could be started to print.: spawn /no/such/program ENOENT',
    ],
  )

  assert.equal((await papers.print(paper, somebody)).subarray(0, 5).toString(), '%PDF-')
  papers.close()
})
