import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Answer, Shop, Work } from './work.ts'

// Longer than any request waits: on a slow machine the first request gets 503, and the next one finds the process ready.
const PATIENCE_MS = 60_000
const here = import.meta.dirname
const root = resolve(here, '../../..')

// Every thread that optimizes the engine needs memory, and a second one saves no time.
const SMALL = ['--max-semi-space-size=4', '--v8-pool-size=1', '--expose-gc']

/** Starts the print process without an environment. It may read its templates and fonts and its own code, and nothing else. */
export async function openPress(shop: Shop) {
  const reads = [shop.engine, ...shop.templates, here, `${root}/package.json`]
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

/** The operating system did not start the process, for example because memory or file descriptors are used up. */
export class PressNotStarted extends Error {}

// Node throws for some causes and emits others; a process without an id was not started.
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

/** The process has ended by itself or was killed. */
export class PressLost extends Error {}

/** Sends work to the print process and waits for its answer. The process keeps the service running only while it works. */
export function answerOf(press: ChildProcess, work: Work | Shop) {
  return new Promise<Answer>((done, fail) => {
    const end = (settle: () => void) => {
      clearTimeout(clock)
      press.off('message', take).off('exit', lose).off('error', fault)
      press.unref()
      press.channel?.unref()
      settle()
    }
    // The cast is safe, because our own program sends the answer.
    const take = (answer: unknown) => end(() => done(answer as Answer))
    const lose = (code: number | null, signal: string | null) =>
      fault(new PressLost(`The press ended while it was printing, by ${signal ?? `code ${code}`}.`))
    const fault = (error: Error) => end(() => fail(error))
    const clock = setTimeout(() => end(() => fail(new Error('Printing took too long.'))), PATIENCE_MS)
    press.ref()
    press.channel?.ref()
    press.once('message', take).once('exit', lose).once('error', fault)
    // A process that was killed between two papers accepts no work. Without a callback the error would end the service.
    press.send(work, (cause) => cause && fault(new PressLost('The press had ended before it was to print.', { cause })))
  })
}
