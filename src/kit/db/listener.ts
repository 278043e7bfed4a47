import { pg } from './driver.ts'
import { disconnect, type RunQuery } from './watchdog.ts'

type Hear = (payload: string) => void
export type Listener = ReturnType<typeof listener>

/** One connection that hears what any process of the service says on a channel; it comes back by itself. */
export const listener = (config: pg.ClientConfig, ask: RunQuery) => {
  const ears = new Map<string, Set<Hear>>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let ended = false

  const open = async () => {
    clearTimeout(retry)
    const fresh = new pg.Client({ ...config, application_name: 'guidon listener' })
    client = fresh
    fresh.on('error', () => lose(fresh)).on('end', () => lose(fresh))
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const hear of ears.get(channel) ?? []) hear(payload)
    })
    try {
      await fresh.connect()
      for (const channel of ears.keys()) await listen(ask, fresh, channel)
    } catch {
      lose(fresh)
    }
  }
  const lose = (lost: pg.Client) => {
    lost.removeAllListeners().on('error', () => {})
    disconnect(lost).catch(() => {})
    if (client !== lost || ended) return
    client = undefined
    retry = setTimeout(open, 1_000).unref()
  }

  return {
    /** Hears a channel until the returned function is called. */
    hear: async (channel: string, hear: Hear) => {
      const there = ears.get(channel)
      ears.set(channel, (there ?? new Set()).add(hear))
      const now = client
      if (!now) await open()
      else if (!there) await listen(ask, now, channel).catch(() => lose(now))
      return () => ears.get(channel)?.delete(hear)
    },
    end: async () => {
      ended = true
      clearTimeout(retry)
      if (client) await disconnect(client).catch(() => {})
    },
  }
}

const listen = (ask: RunQuery, client: pg.Client, channel: string) =>
  ask(client, { text: `listen ${pg.escapeIdentifier(channel)}` })
