import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drill, printFaults } from './kit/drill.ts'
import { filesUnder } from './kit/dump.ts'
import { operationsOf } from './kit/operations.ts'
import { populate } from './kit/populate.ts'
import { restoredCopy } from './kit/restored.ts'

export default drill({
  id: 'O2',
  title: 'backup, restore into an empty database, compare',
  target: '100 % of rows and files equal',
  run: async (context) => {
    const service = await context.start()
    await populate(context, service, await operationsOf(service.ask), 2)
    await service.stop()
    const { faults, tables, files: place } = await restoredCopy(context, context.settings)
    const [files, others] = [filesIn(join(context.home, 'files')), filesIn(place)]
    for (const [name, digest] of files)
      if (others.get(name) !== digest) faults.push(`the file ${name} is ${others.has(name) ? 'another' : 'missing'}`)
    const [rows] = await context.query<{ n: number }>('select sum(n_live_tup)::integer as n from pg_stat_user_tables')
    printFaults(context, faults)
    return {
      value: `${faults.length} different; ${tables.length} tables, about ${rows?.n ?? 0} rows, ${files.size} files`,
      pass: faults.length === 0 && files.size > 0,
    }
  },
})

const filesIn = (directory: string) =>
  new Map(filesUnder(directory).map(({ name }) => [name.slice(directory.length), hash('sha256', readFileSync(name))]))
