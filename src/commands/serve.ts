import cluster from 'node:cluster'
import { type Config, readConfig } from '../config.ts'
import { openInstallation } from '../installation.ts'
import { say, type Words } from '../kit/words/words.ts'
import type { Api } from '../serve/api.ts'
import { settingsFromFirst } from '../serve/cluster.ts'
import { type Io, progress } from './io.ts'

export async function serve(io: Io) {
  const config = readConfig(io.env)
  // Before anything is started, so that a signal at any moment of the start leaves nothing running.
  const signals = handleSignals()
  if (cluster.isPrimary) await serveHere(config, io, signals)
  else await serveAsWorker(config, signals)
}

const serveHere = async (config: Config, io: Io, signals: Signals) => {
  const { show, note, done } = progress(io)
  show('PostgreSQL')
  // The rest of the program is loaded while PostgreSQL starts; earlier, loading would delay PostgreSQL, because it blocks the event
  // loop.
  const program = () => import('../serve/begin.ts')
  const onWait = (words: Words) => note(say(words, io.locale))
  const opening = { as: 'service', meanwhile: program, onWait, signal: signals.asked } as const
  const installation = await openInstallation(config, opening).catch(async (error) => {
    // If the start was aborted, PostgreSQL has been stopped already.
    await signals.stopBy(async () => {})
    throw error
  })
  for (const line of installation.notes) note(line)
  // Until the API listens, a signal only has to release the installation: no request has been answered yet.
  await signals.stopBy(installation.release)
  const { begin } = await program()
  const terminal = { show, note, isRead: io.isRead }
  const begun = await begin(config, installation, { ...terminal, onListen: signals.postpone }).catch(async (error) => {
    await signals.stopped()
    await installation.release()
    throw error
  })
  const { api } = begun
  await signals.stopBy(() => stopped(api, installation.release))
  done()
  const { banner } = await import('../serve/banner.ts')
  const address = config.publicUrl ?? api.address
  io.out(banner({ address, database: installation.database, ...begun, seconds: process.uptime() }))
}

const serveAsWorker = async (config: Config, signals: Signals) => {
  const [settings, { startApi }] = await Promise.all([settingsFromFirst(), import('../serve/api.ts')])
  const api = await startApi(config, settings)
  await signals.stopBy(api.stop)
  process.send?.({ address: api.address })
}

const stopped = async ({ stop }: Api, release: () => Promise<void>) => {
  await stop()
  await release()
}

type Signals = ReturnType<typeof handleSignals>

/**
 * SIGTERM and SIGINT call the latest function that was passed to `stopBy`. Before the first call, and after `postpone`, a signal
 * waits.
 */
const handleSignals = () => {
  const asking = new AbortController()
  let stop: (() => Promise<unknown>) | undefined
  let stopping: Promise<never> | undefined
  const stopOnce = async (by: () => Promise<unknown>) => {
    // Exits after 25 s at the latest, also if something does not end.
    setTimeout(() => process.exit(1), 25_000).unref()
    await by()
    return process.exit(0)
  }
  const stopNow = () => {
    if (asking.signal.aborted && stop) stopping ??= stopOnce(stop)
    return stopping
  }
  const ask = () => {
    asking.abort()
    stopNow()
  }
  process.on('SIGTERM', ask).on('SIGINT', ask)
  return {
    /** Aborted by the first signal. */
    asked: asking.signal,
    stopBy: async (by: () => Promise<unknown>) => {
      stop = by
      await stopNow()
    },
    /** Lets a signal wait for the next `stopBy`. Never resolves if the process is being stopped. */
    postpone: async () => {
      await stopping
      stop = undefined
    },
    /** Resolves at once if the process is not being stopped, and otherwise never: it exits. */
    stopped: async () => stopping,
  }
}
