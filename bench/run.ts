import { withBench } from './bench.ts'
import { type Compared, comparison, type Figure, figures } from './board.ts'
import { openData } from './dataset/build.ts'
import { openCluster } from './dataset/cluster.ts'
import { deepCursor } from './measure/cursor.ts'
import { deepPages } from './measure/depth.ts'
import { growth } from './measure/growth.ts'
import { clockJobs } from './measure/jobs.ts'
import { allLists } from './measure/lists.ts'
import { memory } from './measure/memory.ts'
import { morning } from './measure/morning.ts'
import { inMilliseconds, pace, slownessOf } from './measure/pace.ts'
import { consolePages } from './measure/pages.ts'
import { peer } from './measure/peer.ts'
import { ratios } from './measure/ratios.ts'
import { registrations } from './measure/registrations.ts'
import { schedule } from './measure/schedule.ts'
import { startTimes } from './measure/start.ts'
import { underLoad } from './measure/under-load.ts'
import { readOptions } from './options.ts'
import { logPlans, plansOfLists } from './plans.ts'
import { showProgress } from './progress.ts'
import { measureStep } from './steps/steps.ts'
import { write } from './write.ts'

const asked = readOptions(process.argv.slice(2))
const isSelected = (row: string) => !asked.rows.length || asked.rows.includes(row)
const isLimited = !asked.plans && !asked.step && inMilliseconds.some(isSelected)
const options = { ...asked, slowness: isLimited ? await slownessOf(asked) : 1 }

/** Reads plans instead of measuring. */
const planned = async () => {
  const cluster = await openCluster()
  const connection = await openData(cluster, 1)
  await logPlans(connection, true)
  try {
    return { compared: [], others: await withBench(options, 1, plansOfLists) }
  } finally {
    await logPlans(connection, false)
    await cluster.stop()
  }
}

const measured = async (): Promise<{ compared: Compared[]; others: Figure[] }> => {
  if (options.scale !== 1) return { compared: [], others: await growth(options) }
  const others: Figure[] = isLimited ? [pace(options)] : []
  if (isSelected('S') && !options.database) others.push(...(await startTimes()))
  if (isSelected('J')) others.push(...(await clockJobs(options)))
  const compared = await withBench(options, 1, async (bench) => {
    const lines = await ratios(bench, isSelected)
    others.push(...(await underLoad(bench, isSelected)))
    if (isSelected('R8')) others.push(await deepCursor(bench))
    if (isSelected('R10')) others.push(await registrations(bench))
    if (isSelected('R11')) others.push(await schedule(bench))
    if (isSelected('R12')) others.push(...(await deepPages(bench)))
    if (isSelected('R13')) others.push(...(await allLists(bench)))
    if (isSelected('R14')) others.push(...(await morning(bench)), ...(await consolePages(bench)))
    if (isSelected('P')) others.push(...(await peer(bench)))
    if (isSelected('M')) others.push(...(await memory(bench)))
    return lines
  })
  return { compared, others }
}

if (options.step) {
  await measureStep(options)
  process.exit()
}
const { compared, others } = await (options.plans ? planned() : measured())
showProgress('')
const parts = [compared.length ? comparison(compared) : '', others.length ? figures(others) : '']
const board = parts.filter(Boolean).join('\n\n')
process.stdout.write(`\n${board}\n`)
if (options.write) write(board, options)
