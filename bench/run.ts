import { withBench } from './bench.ts'
import { type Compared, comparison, type Figure, figures } from './board.ts'
import { deepCursor } from './measure/cursor.ts'
import { growth } from './measure/growth.ts'
import { logins } from './measure/logins.ts'
import { memory } from './measure/memory.ts'
import { ratios } from './measure/ratios.ts'
import { startTimes } from './measure/start.ts'
import { readOptions } from './options.ts'
import { tell } from './tell.ts'
import { write } from './write.ts'

const options = readOptions(process.argv.slice(2))
const isAsked = (row: string) => !options.rows.length || options.rows.includes(row)

const notBuilt = (row: string, says: string, target: string): Figure => ({ row, says, seen: 'not built yet', target })
const later = [
  notBuilt('R6', 'GET /api/planned-trips?per_page=20', '≥ 1.0 of the reference'),
  notBuilt('R10', 'POST /api/trip-registrations, two travelers', 'p99 ≤ 25 ms, exact seats'),
  notBuilt('R11', 'GET /api/tour-leaders/schedule/list, 500 leaders', 'one statement, ≤ 60 ms'),
]

const measured = async (): Promise<{ compared: Compared[]; others: Figure[] }> => {
  if (options.scale !== 1) return { compared: [], others: await growth(options) }
  const others: Figure[] = later.filter(({ row }) => isAsked(row))
  if (isAsked('S')) others.push(...(await startTimes()))
  const compared = await withBench(options, 1, async (bench) => {
    const lines = await ratios(bench, isAsked)
    if (isAsked('R7')) others.push(await logins(bench))
    if (isAsked('R8')) others.push(await deepCursor(bench))
    if (isAsked('M')) others.push(...(await memory(bench)))
    return lines
  })
  return { compared, others }
}

const { compared, others } = await measured()
tell('')
const parts = [compared.length ? comparison(compared) : '', others.length ? figures(others) : '']
const board = parts.filter(Boolean).join('\n\n')
process.stdout.write(`\n${board}\n`)
if (options.write) write(board, options)
