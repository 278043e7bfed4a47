import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Answer, Shop, Work } from './work.ts'

// Longer than any request waits: on a busy machine the first one is put off, and the next one finds the press ready.
const PATIENCE_MS = 60_000
const here = import.meta.dirname
const root = resolve(here, '../../..')

// Every thread that optimizes the engine takes memory of its own, and nobody waits for more than one.
const SMALL = ['--max-semi-space-size=4', '--v8-pool-size=1', '--expose-gc']

/** Starts the press without an environment, with the right to read the shop and its own code, and nothing else. */
export async function openPress(shop: Shop) {
  const packages = ['write-excel-file', 'fflate'].map((name) => `${root}/node_modules/${name}/`)
  const reads = [shop.engine, ...shop.fonts, ...shop.templates, here, `${root}/package.json`, ...packages]
  const press = await started(() =>
    fork(`${here}/press.ts`, {
      execArgv: ['--permission', ...SMALL, ...reads.map((path) => `--allow-fs-read=${path}`)],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }),
  )
  try {
    await answerOf(press, shop)
  } catch (error) {
    press.kill('SIGKILL')
    throw error
  }
  return press
}

/** The operating system started no process, for example because it has no memory or no file descriptor left. */
export class PressNotStarted extends Error {}

// Node throws for some causes and emits the others; a process without an id was not started.
const started = async (start: () => ChildProcess) => {
  try {
    const press = start()
    if (press.pid !== undefined) return press
    const [fault] = await once(press, 'error')
    throw fault
  } catch (cause) {
    throw new PressNotStarted('No process could be started to print.', { cause })
  }
}

/** The process ended by itself, or somebody ended it. */
export class PressLost extends Error {}

/** Sends work to the press and waits for its answer. The press keeps the service running only while it works. */
export function answerOf(press: ChildProcess, work: Work | Shop) {
  return new Promise<Answer>((done, fail) => {
    const end = (settle: () => void) => {
      clearTimeout(clock)
      press.off('message', take).off('exit', lose).off('error', fault)
      press.unref()
      press.channel?.unref()
      settle()
    }
    // A cast, because what the press sends has the type of its program.
    const take = (answer: unknown) => end(() => done(answer as Answer))
    const lose = (code: number | null, signal: string | null) =>
      fault(new PressLost(`The press ended while it was printing, by ${signal ?? `code ${code}`}.`))
    const fault = (error: Error) => end(() => fail(error))
    const clock = setTimeout(() => end(() => fail(new Error('Printing took too long.'))), PATIENCE_MS)
    press.ref()
    press.channel?.ref()
    press.once('message', take).once('exit', lose).once('error', fault)
    // A press that was killed between two papers takes no work. Without a callback the error would end the service.
    press.send(work, (cause) => cause && fault(new PressLost('The press had ended before it was to print.', { cause })))
  })
}
