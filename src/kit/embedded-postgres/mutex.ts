import { createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does the work while no other process does work of this name. The turn is an abstract socket, so the kernel gives it
 * back when its holder is killed. Other systems than Linux have none: there PostgreSQL's own lock files must do.
 */
export const withMutex = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const lock = process.platform === 'linux' ? await take(name) : undefined
  try {
    return await work()
  } finally {
    lock?.close()
  }
}

/** Nobody holds it this long in good faith: whoever does must not keep us from starting. */
const patience = 30_000

const take = async (name: string) => {
  for (const end = Date.now() + patience; Date.now() < end; await pause(20)) {
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
