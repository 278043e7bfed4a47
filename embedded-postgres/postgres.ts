import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accountFor } from './account.ts'
import { createCluster } from './cluster.ts'
import { homeFor, linkHome, removeAbandoned, stateFor } from './home.ts'
import { programsFor } from './programs.ts'
import { type Holder, isReady, type Kind, lockOf, removeStaleLocks, runningServer } from './running.ts'
import { type Server, settings } from './server.ts'
import { type Connection, secureSocketDirectory, socketDirectory } from './socket.ts'
import { type Spawned, spawnAs } from './spawn.ts'

export type { Holder, Kind }

export type Postgres = {
  /** Connection settings for pg (the host is the socket's directory), without a database. */
  connection: Connection
  version: string
  /** The directory of the cluster, and those of abandoned clusters that this start has removed. */
  home: string
  removed: string[]
  /** Stops the server, if this process has started it: connections are cut, committed data is kept. */
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  /** Who asks: a service, which keeps the server for itself, or a command. The name is told to others, as `guidon backup`. */
  as: Kind
  name: string
  /** False is for tests: fast, but data is lost on power failure. */
  durable?: boolean
} & Partial<While>

type While = {
  /** Called as soon as initdb or the server was started, so that the caller can do other work instead of waiting. */
  meanwhile: () => void
  /** Called once if a command has to end first. */
  onWait: (holder: Holder) => void
  /** Gives up the start; nothing stays running. */
  signal: AbortSignal
}

/** Thrown to a service if another service holds the server of its data directory. */
export class Held extends Error {
  holder: Holder
  constructor(holder: Holder) {
    super(
      `PostgreSQL is in use by ${holder.name}, process ${holder.pid}, since ${holder.since}. Stop that process first.`,
    )
    this.holder = holder
  }
}

/**
 * Starts the PostgreSQL of a data directory; creates the cluster if there is none. The server belongs to this process, which starts it
 * again if it dies. If it belongs to another process already: a command uses that of a service, and a second service is refused;
 * both wait until a command has ended.
 */
export async function openPostgres({
  dataDir: given,
  as,
  name,
  durable = true,
  ...options
}: Options): Promise<Postgres> {
  const { meanwhile = () => {}, onWait = () => {}, signal = new AbortController().signal } = options
  const dataDir = resolve(given)
  const account = await accountFor(dataDir)
  const home = await homeFor(dataDir, account)
  const programs = await programsFor(account, stateFor(dataDir))
  const forget = as === 'command' ? exitBySignals() : () => {}
  try {
    await createCluster({ home, account, programs, durable, meanwhile })
    await linkHome(dataDir, home)
    const removed = await removeAbandoned()
    const password = await readFile(`${home}/password`, 'utf8')
    const connection = { host: socketDirectory(home, password), port: 5432, user: 'guidon', password }
    const server = { home, account, programs, connection, as, name, durable }
    const started = await start(server, { meanwhile, onWait, signal })
    const stopServer = started ? keepRunning(server, started) : async () => {}
    const stop = () => stopServer().finally(forget)
    if (!started) forget()
    return { connection, version: programs.version, home, removed, stop }
  } catch (error) {
    forget()
    throw error
  }
}

/** Lets a signal end this process by `exit`, so that its server is stopped too. A service handles signals itself. */
const exitBySignals = () => {
  const exit = () => process.exit(130)
  process.on('SIGINT', exit).on('SIGTERM', exit)
  return () => process.off('SIGINT', exit).off('SIGTERM', exit)
}

/** Starts the server and waits until it answers. Returns nothing if this is a command, and the server of a service answers. */
async function start(server: Server, { meanwhile, onWait, signal }: While): Promise<Spawned | undefined> {
  const latest = Date.now() + 60_000
  for (let isTold = false; ; await pause(100, undefined, { signal })) {
    const running = runningServer(server.home)
    if (running?.holder?.kind === 'service') {
      if (server.as === 'service') throw new Held(running.holder)
      if (running.isReady) return undefined
    } else if (running?.holder) {
      if (!isTold) onWait(running.holder)
      isTold = true
    } else if (running) {
      // Its process was killed. What was acknowledged is in its write-ahead log, which the next start reads.
      process.kill(running.pid, 'SIGQUIT')
    } else {
      const spawned = await spawnServer(server, { meanwhile, signal })
      if (!spawned.isOver()) return spawned
      const why = spawned.said()
      // Another process was quicker, or processes of a killed server have not ended yet.
      const isTaken = /already exists|in use|is empty/.test(why)
      if (!isTaken || Date.now() > latest)
        throw new Error(`PostgreSQL does not start. Its log, ${logOf(server.home)}, ends with:\n${why}`)
    }
  }
}

/** Starts the server and waits until it answers or has ended. After a crash it may take its time, because it reads its log first. */
async function spawnServer(server: Server, { meanwhile, signal }: Omit<While, 'onWait'>): Promise<Spawned> {
  const { home, account, programs, connection } = server
  await secureSocketDirectory(connection.host, account)
  removeStaleLocks(home, connection.host)
  signal.throwIfAborted()
  const spawned = await spawnAs(account, programs.postgres, ['-D', `${home}/cluster`, ...settings(server)], logOf(home))
  meanwhile()
  while (!spawned.isOver()) {
    const lock = lockOf(home)
    if (lock.pid === spawned.child.pid && isReady(lock)) break
    if (signal.aborted) await spawned.stop()
    signal.throwIfAborted()
    await pause(10)
  }
  // It does not keep this process from ending; `stop` waits for it.
  spawned.child.unref()
  return spawned
}

const logOf = (home: string) => `${home}/server.log`

/** Starts the server again whenever it dies. The returned function stops it. */
function keepRunning(server: Server, first: Spawned) {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = once(signal, 'abort')
  let current = first
  const kept = (async () => {
    while (!signal.aborted) {
      await Promise.race([current.ended, stopped])
      if (!signal.aborted)
        process.emitWarning(`PostgreSQL has ended and is started again. Its log is ${logOf(server.home)}.`)
      while (!signal.aborted && current.isOver()) {
        const again = start(server, { meanwhile: () => {}, onWait: () => {}, signal })
        // As long as it does not start, such as on a full disk, it is tried once a second.
        const next = await again.catch(() => pause(1000, undefined, { signal, ref: false }).catch(() => {}))
        if (next) current = next
      }
    }
  })()
  return async () => {
    stopping.abort()
    await kept
    await current.stop()
  }
}
