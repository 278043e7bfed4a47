import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clientWith } from './kit/client.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { type Environment, freePort, spawnService, startService } from './kit/service.ts'

const EVERY_MS = 100

export default drill({
  id: 'K5',
  title: 'SIGTERM and SIGINT at every 100 ms of a start, of a new installation and of an old one',
  target: 'the process ends ≤ 30 s later with 0; no PostgreSQL stays; no request is cut after /readyz said yes',
  run: async (context) => {
    const { DATABASE_URL: _, ...settings } = context.settings
    const directory = join(context.home, 'old')
    const began = Date.now()
    await (await startService(directory, { ...settings, DATA_DIR: directory })).stop()
    const firstStart = Date.now() - began
    const again = Date.now()
    await (await startService(directory, { ...settings, DATA_DIR: directory })).stop()
    const laterStart = Date.now() - again

    const faults: string[] = []
    const seen = { stops: 0, answered: 0 }
    const stopAt = async (where: string, ms: number) => {
      const signal = seen.stops % 2 ? 'SIGINT' : 'SIGTERM'
      const found = await stoppedStart(context, { ...settings, DATA_DIR: where }, signal, ms, seen)
      faults.push(...found.map((fault) => `${signal} after ${ms} ms: ${fault}`))
      seen.stops += 1
    }
    for (const ms of moments(context, laterStart)) await stopAt(directory, ms)
    for (const ms of moments(context, firstStart)) await stopAt(join(context.home, `new-${ms}`), ms)
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong in ${seen.stops} stops of starts that take ${laterStart} and ${firstStart} ms; ${seen.answered} requests answered`,
      pass: faults.length === 0 && seen.answered > 0,
    }
  },
})

/**
 * Every 100 ms from the beginning of a start until half a second after it; with a small scale, or on a slow machine, only some of
 * them.
 */
const moments = ({ random, times }: Context, length: number) => {
  const all = Array.from({ length: Math.ceil((length + 500) / EVERY_MS) }, (_, n) => n * EVERY_MS)
  const most = times(100)
  const chosen =
    all.length > most
      ? all.filter((_, n) => Math.floor((n * most) / all.length) !== Math.floor(((n - 1) * most) / all.length))
      : all
  return chosen.map((ms) => ms + random.int(0, EVERY_MS - 1))
}

/** Starts a process, sends requests as soon as it is ready, and stops it. */
const stoppedStart = async (
  context: Context,
  settings: Environment,
  signal: NodeJS.Signals,
  ms: number,
  seen: { answered: number },
) => {
  const faults: string[] = []
  const port = await freePort()
  const { ask, close } = clientWith(new Agent({ keepAlive: false }), `http://127.0.0.1:${port}`)
  const process = spawnService(join(context.home, `k5-${port}.log`), port, settings)
  const requests = (async () => {
    while (!process.isOver()) {
      const isReady = await ask('GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      )
      if (!isReady) await pause(10)
      else
        await ask('GET', '/api/problems').then(
          () => (seen.answered += 1),
          (error: Error) => faults.push(`a request was cut although /readyz had said yes: ${error.message}`),
        )
    }
  })()
  await pause(ms)
  process.child.kill(signal)
  const end = Date.now() + 30_000
  while (!process.isOver() && Date.now() < end) await pause(20)
  if (!process.isOver()) faults.push('the process has not ended after 30 s')
  else if (process.exit() !== 0 && !isTooEarly(process.exit(), ms)) faults.push(`it ended with ${process.exit()}`)
  process.child.kill('SIGKILL')
  await process.end
  await requests
  close()
  for (const [pid, what] of leftOver(settings.DATA_DIR ?? '')) {
    faults.push(`left running: ${what}`)
    globalThis.process.kill(pid, 'SIGKILL')
  }
  return faults
}

// Before Node has loaded the program, a signal ends the process like any other. Nothing has been started by then.
const isTooEarly = (exit: number | string | undefined, ms: number) => typeof exit === 'string' && ms < 1_000

/** Processes of PostgreSQL that were started for this directory. */
const leftOver = (directory: string) => {
  const homes = [directory, join(directory, 'postgres')].flatMap((path) => {
    try {
      return [realpathSync(path)]
    } catch {
      return []
    }
  })
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid): [number, string][] => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const place = readlinkSync(`/proc/${pid}/cwd`)
        const isOurs = /postgres|initdb/.test(command) && homes.some((home) => `${command} ${place}`.includes(home))
        return isOurs ? [[Number(pid), command.trim()]] : []
      } catch {
        return []
      }
    })
}
