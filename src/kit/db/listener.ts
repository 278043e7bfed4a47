import { pg } from './driver.ts'
import { disconnect, type RunQuery } from './watchdog.ts'

type Ear = {
  hear: (payload: string) => void
  /** Listening begins, or begins again after a loss: what was said before was not heard. */
  missed?: () => void
}
export type Listener = ReturnType<typeof listener>

const RETRY_MS = 1_000
/** A connection that nothing comes over is asked now and again, so that the watchdog sees when it is dead. */
const HEARTBEAT_MS = 10_000

/** One connection that hears what any process of the service says on a channel; it comes back by itself. */
export const listener = (config: pg.ClientConfig, ask: RunQuery) => {
  const ears = new Map<string, Set<Ear>>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined
  let ended = false

  const open = async () => {
    clearTimeout(retry)
    const fresh = new pg.Client({ ...config, application_name: 'guidon listener' })
    client = fresh
    fresh.on('error', () => lose(fresh)).on('end', () => lose(fresh))
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const ear of ears.get(channel) ?? []) ear.hear(payload)
    })
    try {
      await fresh.connect()
      for (const channel of ears.keys()) await listen(ask, fresh, channel)
      beat = setInterval(() => ask(fresh, { text: 'select' }).catch(() => lose(fresh)), HEARTBEAT_MS).unref()
      for (const ear of [...ears.values()].flatMap((each) => [...each])) ear.missed?.()
    } catch {
      lose(fresh)
    }
  }
  const lose = (lost: pg.Client) => {
    lost.removeAllListeners().on('error', () => {})
    disconnect(lost).catch(() => {})
    if (client !== lost || ended) return
    client = undefined
    clearInterval(beat)
    retry = setTimeout(open, RETRY_MS).unref()
  }

  return {
    /** Hears a channel until the returned function is called. */
    hear: async (channel: string, ear: Ear) => {
      const there = ears.get(channel)
      ears.set(channel, (there ?? new Set()).add(ear))
      const now = client
      if (!now) await open()
      else if (!there) await listen(ask, now, channel).catch(() => lose(now))
      return () => ears.get(channel)?.delete(ear)
    },
    end: async () => {
      ended = true
      clearTimeout(retry)
      clearInterval(beat)
      if (client) await disconnect(client).catch(() => {})
    },
  }
}

const listen = (ask: RunQuery, client: pg.Client, channel: string) =>
  ask(client, { text: `listen ${pg.escapeIdentifier(channel)}` })
