import { type Fuzzed, fuzz } from './fuzz.ts'
import type { Site } from './site.ts'

const kept = new Map<string, Promise<Fuzzed>>()

/** The same run serves both figures that are read from it. */
export const fuzzed = (site: Site) => {
  const key = `${site.seed} ${site.scale}`
  const run = kept.get(key) ?? fuzz(site, site.times(20_000))
  kept.set(key, run)
  return run
}
