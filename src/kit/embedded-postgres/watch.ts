import { setTimeout as pause } from 'node:timers/promises'
import { lockOf } from './locks.ts'
import { enter, isAlone, type Presence } from './presence.ts'
import type { Server } from './server.ts'
import { tidy } from './socket.ts'
import { stop } from './start.ts'

/** Brings the server back whenever it dies. The answer lets go of it: the watch ends, the last to leave stops it. */
export const watch = (server: Server, first: Presence) => {
  const leave = new AbortController()
  const stayed = stay(server, first, leave.signal)
  const pulse = setInterval(() => hurry(server), second).unref()

  return async () => {
    clearInterval(pulse)
    leave.abort()
    const presence = await stayed
    if (presence) await goOut(server, presence)
  }
}

const second = 1000

/** Resolves when told to leave, with the presence there is at that moment. */
const stay = async (server: Server, first: Presence, leave: AbortSignal) => {
  let presence: Presence | undefined = first
  for (let isTold = false; ; ) {
    try {
      if (presence) await theEnd(presence, leave)
      if (leave.aborted) return presence
      presence = undefined
      presence = await enter(server, leave)
      isTold = false
    } catch (error) {
      if (!isTold && !leave.aborted) process.emitWarning(String(error))
      isTold = true
      await pause(second, undefined, { ref: false, signal: leave }).catch(() => {})
    }
  }
}

const theEnd = ({ client }: Presence, leave: AbortSignal) =>
  new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    leave.addEventListener('abort', () => resolve(), { once: true })
    if (leave.aborted) resolve()
  })

/** A server told to stop by others waits for its clients, and we never leave: so it stops at once and comes back. */
const hurry = (server: Server) => {
  if (lockOf(server).status === 'stopping') stop(server).catch(() => {})
}

const goOut = async (server: Server, presence: Presence) => {
  presence.socket.ref()
  const isLast = await isAlone(presence).catch(() => false)
  await presence.client.end().catch(() => {})
  if (!isLast) return
  await stop(server)
  await tidy(server)
}
