import { setTimeout as pause } from 'node:timers/promises'
import { lockOf } from './locks.ts'
import { isAlone, openPresence, type Presence } from './presence.ts'
import type { Server } from './server.ts'
import { removeSocketDirectory } from './socket.ts'
import { stop } from './start.ts'

/**
 * Restarts the server whenever it dies. The returned function ends this; the last process that calls it stops the server, with
 * `abandoned` also if this process still has connections.
 */
export const watch = (server: Server, first: Presence) => {
  const leave = new AbortController()
  const connected = keepConnected(server, first, leave.signal)
  const checking = setInterval(() => finishShutdown(server), second).unref()

  return async (abandoned = false) => {
    clearInterval(checking)
    leave.abort()
    const presence = await connected
    if (presence) await leaveServer(server, presence, abandoned)
  }
}

const second = 1000

/** Reconnects until `leave` is aborted. Resolves with the presence of that moment, if there is one. Warns once per outage. */
const keepConnected = async (server: Server, first: Presence, leave: AbortSignal) => {
  let presence: Presence | undefined = first
  for (let isWarned = false; ; ) {
    try {
      if (presence) await connectionEnd(presence, leave)
      if (leave.aborted) return presence
      presence = undefined
      presence = await openPresence(server, leave)
      isWarned = false
    } catch (error) {
      if (!isWarned && !leave.aborted) process.emitWarning(String(error))
      isWarned = true
      await pause(second, undefined, { ref: false, signal: leave }).catch(() => {})
    }
  }
}

const connectionEnd = ({ client }: Presence, leave: AbortSignal) =>
  new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    leave.addEventListener('abort', () => resolve(), { once: true })
    if (leave.aborted) resolve()
  })

/**
 * A server that was sent a smart shutdown (SIGTERM) waits until all clients disconnect, and this process never does. So it is
 * shut down at once; `keepConnected` then restarts it.
 */
const finishShutdown = (server: Server) => {
  if (lockOf(server).status === 'stopping') stop(server).catch(() => {})
}

const leaveServer = async (server: Server, presence: Presence, abandoned: boolean) => {
  presence.socket.ref()
  const isLast = await isAlone(presence, { amongServices: abandoned }).catch(() => false)
  await presence.client.end().catch(() => {})
  if (!isLast) return
  await stop(server)
  await removeSocketDirectory(server)
}
