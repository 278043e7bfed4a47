import type { Options } from '../options.ts'

/** What a step past one machine brings and costs, each measured by itself: `--step pooler`. */
const steps: Record<string, () => Promise<(options: Options) => Promise<void>>> = {
  files: async () => (await import('./files.ts')).files,
  partitions: async () => (await import('./partitions.ts')).partitions,
  pooler: async () => (await import('./pooler.ts')).pooler,
  standby: async () => (await import('../standby/measure.ts')).standby,
}

export const measureStep = async (options: Options) => {
  const load = steps[options.step]
  if (!load) throw new Error(`--step is one of ${Object.keys(steps).join(', ')}`)
  await (await load())(options)
}
