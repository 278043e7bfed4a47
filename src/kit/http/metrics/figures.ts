import { Gauge, type Registry } from 'prom-client'

type Descriptions<F extends string> = Record<F, readonly [name: string, help: string]>
type Measured<F extends string> = { of?: string; figures: Record<F, number> }

/** Gauges that are read from the database at each scrape, so that all processes report the same. Without values while it is unreachable. */
export function watchFigures<F extends string>(
  registry: Registry,
  descriptions: Descriptions<F>,
  read: () => Promise<Measured<F>[]>,
  label = 'job',
) {
  const rowsOf = cached(read)
  // A cast, because `Object.keys` returns strings.
  for (const figure of Object.keys(descriptions) as F[]) {
    const [name, help] = descriptions[figure]
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const rows = await rowsOf()
        this.reset()
        for (const { of, figures } of rows ?? []) this.set(of === undefined ? {} : { [label]: of }, figures[figure])
      },
    })
  }
}

const SECONDS = 5

// Caches a read for 5 s. Its value is undefined if the read failed.
const cached = <T>(read: () => Promise<T>) => {
  let lastRead = Number.NEGATIVE_INFINITY
  let answer: Promise<T | undefined> = Promise.resolve(undefined)
  return () => {
    if (performance.now() - lastRead < SECONDS * 1_000) return answer
    lastRead = performance.now()
    answer = read().catch(() => undefined)
    return answer
  }
}
