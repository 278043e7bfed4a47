import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { boardOf, type Figure } from './kit/board.ts'
import { openCluster, print, withContext } from './kit/context.ts'
import type { Drill } from './kit/drill.ts'
import { prepareTemplate } from './kit/template.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    /** Runs only the drills of a database cluster, which need three PostgreSQL servers. */
    cluster: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed) || 1 + Math.floor(Math.random() * 999_999)
const scale = Number(values.scale)

const folder = new URL(values.cluster ? 'cluster/' : '.', import.meta.url)
const names = readdirSync(folder).filter((name) => /^[a-z]\d+-[\w-]+\.ts$/.test(name))
const wanted = positionals.map((id) => id.toLowerCase())
const chosen = names.filter((name) => !wanted.length || wanted.includes(name.split('-')[0] ?? ''))
if (chosen.length < wanted.length) throw new Error(`Known drills: ${names.join(' ')}`)

// At the end of this process its services and its PostgreSQL are killed. Otherwise they would go on and take the jobs of the next run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const cluster = await openCluster()
const figures: Figure[] = []
try {
  await prepareTemplate(cluster)
  for (const name of chosen) {
    const { default: drill }: { default: Drill } = await import(new URL(name, folder).href)
    figures.push(await measure(drill))
  }
} finally {
  await cluster.stop()
}
process.stdout.write(`\n${boardOf(figures)}\n`)
process.exit(figures.some(({ pass }) => pass === false) ? 1 : 0)

async function measure({ id, title, target, run }: Drill): Promise<Figure> {
  print(`${id} ${title}`)
  const began = Date.now()
  const { value, pass } = await withContext(cluster, { id, seed, scale }, run).catch((error: Error) => {
    print(error.stack ?? error.message)
    return { value: `broke off: ${error.message}`, pass: false }
  })
  const seconds = Math.round((Date.now() - began) / 100) / 10
  process.stdout.write(`${JSON.stringify({ id, value, target, pass: pass ?? null, seed, seconds })}\n`)
  return { id, title, value: String(value), target, pass, seconds }
}
