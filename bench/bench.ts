import { resolve } from 'node:path'
import { openData } from './dataset/build.ts'
import { type Cluster, type Connection, openCluster, withClient } from './dataset/cluster.ts'
import type { Options } from './options.ts'
import { postmasterOf } from './servers/cpu.ts'
import { type Server, startReference, startService } from './servers/start.ts'
import { type Samples, samplesFrom } from './workloads.ts'

/** The parts of a measurement: the data set, both servers running on it, and sample requests. */
export type Bench = {
  options: Options
  cluster: Cluster
  connection: Connection
  /** Process id of the PostgreSQL postmaster. */
  postmaster: number
  service: Server
  reference: Server
  samples: Samples
}

/** Opens the data set at a scale and runs both servers on it until `work` has finished. */
export const withBench = async <T>(options: Options, scale: number, work: (bench: Bench) => Promise<T>): Promise<T> => {
  const cluster = await openCluster(options.database)
  const started: Server[] = []
  try {
    const connection = await openData(cluster, scale)
    const service = await startService(connection)
    started.push(service)
    const { against } = options
    const reference = await (against
      ? startService(connection, { name: 'against', home: resolve(against) })
      : startReference(connection))
    started.push(reference)
    const [postmaster, samples] = await withClient(connection, async (client) => [
      await postmasterOf(client),
      await samplesFrom(client),
    ])
    return await work({ options, cluster, connection, postmaster, service, reference, samples })
  } finally {
    await Promise.all(started.map((server) => server.stop()))
    await cluster.stop()
  }
}
