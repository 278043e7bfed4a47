import { pg } from './wire.ts'

type Hear = (payload: string) => void
export type Listener = ReturnType<typeof listener>

/** One connection that hears what any process of the service says on a channel; it comes back by itself. */
export const listener = (config: pg.ClientConfig) => {
  const ears = new Map<string, Set<Hear>>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let ended = false

  const again = () => {
    if (client === undefined && retry) return
    client?.removeAllListeners()
    client?.on('error', () => {})
    client = undefined
    if (!ended && ears.size) retry = setTimeout(open, 1_000).unref()
  }
  const open = async () => {
    retry = undefined
    client = new pg.Client({ ...config, application_name: 'guidon listener' })
    client.on('error', again).on('end', again)
    client.on('notification', ({ channel, payload = '' }) => {
      for (const hear of ears.get(channel) ?? []) hear(payload)
    })
    try {
      await client.connect()
      for (const channel of ears.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch {
      again()
    }
  }

  return {
    /** Hears a channel until the returned function is called. */
    hear: async (channel: string, hear: Hear) => {
      const there = ears.get(channel)
      ears.set(channel, (there ?? new Set()).add(hear))
      if (!client) await open()
      else if (!there) await client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(again)
      return () => ears.get(channel)?.delete(hear)
    },
    end: async () => {
      ended = true
      clearTimeout(retry)
      client?.removeAllListeners('end')
      await client?.end().catch(() => {})
    },
  }
}
