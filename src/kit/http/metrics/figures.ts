import { Gauge, type Registry } from 'prom-client'
import { sometimes } from './sometimes.ts'

type Told<F extends string> = Record<F, readonly [name: string, help: string]>
type Standing<F extends string> = { of?: string; figures: Record<F, number> }

/** Gauges that are asked of the database when somebody looks, so that every process tells the same; silent while it is away. */
export const watchFigures = <F extends string>(
  registry: Registry,
  told: Told<F>,
  ask: () => Promise<Standing<F>[]>,
  label = 'job',
) => {
  const standing = sometimes(ask)
  // The one cast: the keys of an object are text to the compiler.
  for (const figure of Object.keys(told) as F[]) {
    const [name, help] = told[figure]
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const rows = await standing()
        this.reset()
        for (const { of, figures } of rows ?? []) this.set(of === undefined ? {} : { [label]: of }, figures[figure])
      },
    })
  }
}
