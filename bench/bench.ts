import { resolve } from 'node:path'
import { openData } from './dataset/build.ts'
import { type Cluster, connected, openCluster, type Place } from './dataset/cluster.ts'
import type { Options } from './options.ts'
import { leaderOf } from './servers/cpu.ts'
import { type Server, startReference, startService } from './servers/start.ts'
import { type Samples, samplesFrom } from './workloads.ts'

/** Everything a row needs: the data, both servers on it, and what to ask them. */
export type Bench = {
  options: Options
  cluster: Cluster
  place: Place
  /** The first process of PostgreSQL. */
  leader: number
  service: Server
  reference: Server
  samples: Samples
}

/** Opens the data set at a scale, with both servers on it, for as long as the work takes. */
export const withBench = async <T>(options: Options, scale: number, work: (bench: Bench) => Promise<T>): Promise<T> => {
  const cluster = await openCluster()
  const started: Server[] = []
  try {
    const place = await openData(cluster, scale)
    const service = await startService(place)
    started.push(service)
    const { against } = options
    const reference = await (against ? startService(place, resolve(against)) : startReference(place))
    started.push(reference)
    const tag = (await fetch(`${service.url}/api/options`)).headers.get('etag') ?? ''
    const [leader, samples] = await connected(place, async (client) => [
      await leaderOf(client),
      await samplesFrom(client, tag),
    ])
    return await work({ options, cluster, place, leader, service, reference, samples })
  } finally {
    await Promise.all(started.map((server) => server.stop()))
    await cluster.release()
  }
}
