import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { removeAbandoned } from './abandoned.ts'
import { accountFor, isRoot } from './account.ts'
import { createCluster } from './cluster.ts'
import { homeFor, linkHome, prepare, setAside, stateDirectory } from './home.ts'
import { withMutex } from './mutex.ts'
import { openPresence } from './presence.ts'
import { programsFor } from './programs.ts'
import { nameOf, type Plan, type Server } from './server.ts'
import { socketDirectory } from './socket.ts'
import { watch } from './watch.ts'

export type EmbeddedServer = {
  /** Connection settings for pg (the host is the socket's directory), without a database. */
  connection: Server['connection']
  /** True when this start created the cluster. */
  isNew: boolean
  version: string
  /** The directory of the cluster, and those of abandoned clusters that this start has removed. */
  home: string
  removed: string[]
  /**
   * Releases the server: stops it unless another process is connected. The caller ends its own pools before, or gives up what they are
   * doing (`abandoned`).
   */
  release(abandoned?: boolean): Promise<void>
}

/**
 * Starts the PostgreSQL server of a data directory, or connects to the running one. All processes that use the directory
 * share one server. It survives each of them, and they restart it if it dies. `durable: false` is for tests: fast, but
 * data is lost on power failure.
 */
export const embeddedServer = async ({
  dataDir: place,
  durable = true,
  meanwhile = () => {},
}: { dataDir: string } & Partial<Pick<Plan, 'durable' | 'meanwhile'>>): Promise<EmbeddedServer> => {
  const dataDir = resolve(place)
  await prepare(dataDir)

  const account = await accountFor(dataDir)
  const home = await homeFor(dataDir, account)
  const programs = await programsFor(account, stateDirectory(dataDir))
  const plan: Plan = { name: nameOf(home), home, account, programs, durable, meanwhile }

  const isNew = await withMutex(plan.name, async () => {
    await setAside(dataDir, home)
    const isNew = await createCluster(plan)
    await linkHome(dataDir, home)
    return isNew
  })

  const password = await readFile(join(home, 'password'), 'utf8')
  const connection = { host: socketDirectory(home, password), port: 5432, user: 'guidon', password }
  const server: Server = { ...plan, connection }

  const presence = await openPresence(server)
  const removed = isRoot() ? await removeAbandoned() : []
  return { connection, isNew, version: presence.version, home, removed, release: watch(server, presence) }
}
