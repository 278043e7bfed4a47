import { createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A mutex between processes, by name. It is an abstract socket, so the kernel releases it when its holder is killed.
 * Only Linux has abstract sockets; on other systems only PostgreSQL's own lock files protect the work.
 */
export const withMutex = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const lock = process.platform === 'linux' ? await acquire(name) : undefined
  try {
    return await work()
  } finally {
    lock?.close()
  }
}

/** After this time the work runs without the mutex, so that a holder that hangs does not prevent a start. */
const waitLimit = 30_000

const acquire = async (name: string) => {
  for (const end = Date.now() + waitLimit; Date.now() < end; await pause(20)) {
    const lock = await listen(`\0${name}`)
    if (lock) return lock
  }
}

const listen = (path: string) =>
  new Promise<Server | undefined>((resolve) => {
    const server = createServer((caller) => caller.destroy())
    server.once('error', () => resolve(undefined))
    // Exclusive, because the workers of a cluster would share it.
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
