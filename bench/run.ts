import { withBench } from './bench.ts'
import { type Compared, comparison, type Figure, figures } from './board.ts'
import { openData } from './dataset/build.ts'
import { openCluster } from './dataset/cluster.ts'
import { growth } from './measure/growth.ts'
import { clockJobs } from './measure/jobs.ts'
import { allLists } from './measure/lists.ts'
import { memory } from './measure/memory.ts'
import { morning } from './measure/morning.ts'
import { inMilliseconds, pace, slownessOf } from './measure/pace.ts'
import { consolePages } from './measure/pages.ts'
import { peer } from './measure/peer.ts'
import { publicPages } from './measure/public-pages.ts'
import { ratios } from './measure/ratios.ts'
import { registrations } from './measure/registrations.ts'
import { startTimes } from './measure/start.ts'
import { underLoad } from './measure/under-load.ts'
import { readOptions } from './options.ts'
import { logPlans, plansOfLists } from './plans.ts'
import { showProgress } from './progress.ts'

const asked = readOptions(process.argv.slice(2))
// R8 builds ten times the data, so it is measured only on request.
const isSelected = (row: string) => (asked.rows.length ? asked.rows.includes(row) : row !== 'R8')
const isLimited = !asked.plans && inMilliseconds.some(isSelected)
const options = { ...asked, slowness: isLimited ? await slownessOf(asked) : 1 }

/** Checks plans instead of measuring. */
const planned = async () => {
  const cluster = await openCluster()
  const connection = await openData(cluster, options.scale)
  await logPlans(connection, true)
  try {
    return { compared: [], others: await withBench(options, options.scale, plansOfLists) }
  } finally {
    await logPlans(connection, false)
    await cluster.stop()
  }
}

/** The rows on one data set, in the order of the board. */
const onOneDataSet = ['R1', 'R2', 'R3', 'R4', 'R5', 'R7', 'R9', 'R10', 'R11']

const measured = async (): Promise<{ compared: Compared[]; others: Figure[] }> => {
  const others: Figure[] = isLimited ? [pace(options)] : []
  if (isSelected('R6')) others.push(...(await clockJobs(options)))
  if (isSelected('R8')) others.push(...(await growth(options)))
  if (isSelected('R9') && !options.database) others.push(...(await startTimes()))
  if (!onOneDataSet.some(isSelected)) return { compared: [], others }
  const compared = await withBench(options, options.scale, async (bench) => {
    const lines = await ratios(bench, isSelected)
    if (isSelected('R1')) others.push(...(await peer(bench)))
    if (isSelected('R3')) others.push(await registrations(bench))
    if (isSelected('R4')) others.push(...(await allLists(bench)))
    if (isSelected('R5')) others.push(...(await morning(bench)))
    if (isSelected('R7')) others.push(...(await underLoad(bench)))
    if (isSelected('R9')) others.push(...(await memory(bench)))
    if (isSelected('R10')) others.push(...(await consolePages(bench)))
    if (isSelected('R11')) others.push(...(await publicPages(bench)))
    return lines
  })
  return { compared, others }
}

const { compared, others } = await (options.plans ? planned() : measured())
showProgress('')
const inOrder = others.toSorted((a, b) => Number(a.row.slice(1)) - Number(b.row.slice(1)))
const parts = [compared.length ? comparison(compared) : '', others.length ? figures(inOrder) : '']
process.stdout.write(`\n${parts.filter(Boolean).join('\n\n')}\n`)
