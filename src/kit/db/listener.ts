import { Client, disconnect, pg, send, type Watched, watch } from './client.ts'

type Subscriber = {
  hear: (payload: string) => void
  /** Called when listening begins, and again after a lost connection: earlier notifications were missed. */
  missed?: () => void
}
export type Listener = ReturnType<typeof listener>

const RETRY_MS = 1_000
/** The connection is queried at an interval, so that the watchdog notices a dead one. */
const HEARTBEAT_MS = 10_000

/** Receives notifications of PostgreSQL (LISTEN) over one connection, which reconnects by itself. */
export function listener(config: Watched) {
  const channels = new Map<string, Set<Subscriber>>()
  const notify = ({ channel, payload = '' }: pg.Notification) => {
    for (const subscriber of channels.get(channel) ?? []) subscriber.hear(payload)
  }
  const resume = async (listen: Listen) => {
    for (const channel of channels.keys()) await listen(channel)
    for (const subscriber of [...channels.values()].flatMap((each) => [...each])) subscriber.missed?.()
  }
  const connection = persistent((lost) => connectionOf(config, { notify, resume, lost }))
  return {
    /** Subscribes to a channel until the returned function is called. */
    hear: async (channel: string, subscriber: Subscriber) => {
      const known = channels.get(channel)
      channels.set(channel, (known ?? new Set()).add(subscriber))
      await connection.use(async ({ listen }) => known ?? listen(channel))
      return () => channels.get(channel)?.delete(subscriber)
    },
    end: connection.end,
  }
}

/** Opens a connection at its first use, and a new one a second after it was lost. */
const persistent = (make: (lost: () => void) => Connection) => {
  let current: Connection | undefined
  let retry: NodeJS.Timeout | undefined

  const open = async () => {
    clearTimeout(retry)
    const fresh = make(() => reopen(fresh))
    current = fresh
    await fresh.open().catch(fresh.lose)
  }
  const reopen = (lost: Connection) => {
    if (current !== lost) return
    current = undefined
    retry = setTimeout(open, RETRY_MS).unref()
  }
  return {
    /** Runs `work` on the open connection. A connection that is opened now does not need it, because it listens to all channels. */
    use: async (work: (connection: Connection) => Promise<unknown>) => {
      const used = current
      await (used ? work(used).catch(used.lose) : open())
    },
    end: async () => {
      clearTimeout(retry)
      const last = current
      current = undefined
      await last?.close()
    },
  }
}

type Connection = ReturnType<typeof connectionOf>
type Callbacks = {
  notify: (notification: pg.Notification) => void
  resume: (listen: Listen) => Promise<void>
  lost: () => void
}
type Listen = (channel: string) => Promise<unknown>

const connectionOf = (config: Watched, { notify, resume, lost }: Callbacks) => {
  const client = new Client({ ...config, application_name: 'guidon listener' })
  let heartbeat: NodeJS.Timeout | undefined
  const close = async () => {
    clearInterval(heartbeat)
    client.removeAllListeners().on('error', () => {})
    await disconnect(client).catch(() => {})
  }
  const lose = () => {
    close()
    lost()
  }
  client.on('error', lose).on('end', lose).on('notification', notify)
  const listen: Listen = (channel) => send(client, { text: `listen ${pg.escapeIdentifier(channel)}` })
  return {
    open: async () => {
      await client.connect()
      watch(client, config.silenceTimeout)
      await resume(listen)
      heartbeat = setInterval(() => send(client, { text: 'select' }).catch(lose), HEARTBEAT_MS).unref()
    },
    listen,
    close,
    lose,
  }
}
