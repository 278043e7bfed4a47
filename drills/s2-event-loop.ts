import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import f1 from './f1-uploads.ts'
import h4 from './h4-hostile.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fuzz } from './kit/fuzz.ts'
import type { Iteration, LoopReport } from './kit/loop-watch.ts'
import type { Service } from './kit/service.ts'

const LIMIT_MS = 50
const PRINTED = 6

export default drill({
  id: 'S2',
  title: 'CPU time of the main thread in each iteration of the event loop, during H1, H4 and F1',
  target: 'never held > 50 ms of CPU by one request',
  run: async (context) => {
    const faults: string[] = []
    let requests = 0
    let iterations = 0
    const longest: Iteration[] = []
    for (const { id, run } of watchedDrills) {
      const report = await watched(context, id, run)
      const lines = report.longest.map((each) => ({ ...each, line: `${id}: ${written(each)}` }))
      for (const { line } of lines.slice(0, PRINTED)) context.print(line)
      faults.push(...lines.filter(({ ms }) => ms > LIMIT_MS).map(({ line }) => line))
      if (report.iterations <= report.requests)
        faults.push(`${id}: only ${report.iterations} iterations were measured for ${report.requests} requests`)
      requests += report.requests
      iterations += report.iterations
      longest.push(...report.longest)
    }
    printFaults(context, faults)
    const [worst] = longest.sort((a, b) => b.ms - a.ms)
    return {
      value: `longest ${worst ? written(worst) : 'unknown'}; ${iterations} iterations, ${requests} requests`,
      pass: faults.length === 0,
    }
  },
})

// This calls the fuzzing of H1 directly, because `fuzzed` would return the results of a run without the watch.
const watchedDrills = [
  f1,
  h4,
  { id: 'H1', run: (context: Context): Promise<unknown> => fuzz(context, context.times(20_000)) },
]

/** Runs another drill with one request at a time, so that each iteration of the loop belongs to one request. */
const watched = async (context: Context, id: string, run: (context: Context) => Promise<unknown>) => {
  const path = join(context.home, `loop-${id}.json`)
  const services: Service[] = []
  const start: Context['start'] = async (more) => {
    const service = await context.start({ ...more, LOOP_REPORT: path }, flags)
    services.push(service)
    return service
  }
  await run({ ...context, start, atOnce: () => 1 })
  for (const service of services) await service.stop()
  const report: LoopReport = JSON.parse(readFileSync(path, 'utf8'))
  return report
}

const written = ({ ms, requests }: Iteration) => `${ms.toFixed(1)} ms at ${requests.join(', ') || 'no request'}`

const flags = ['--import', new URL('./kit/loop-watch.ts', import.meta.url).href]
