import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { catalogOf } from '../kit/catalog.ts'
import { inParallel } from '../kit/concurrency.ts'
import type { Context } from '../kit/context.ts'
import { openQuery, type Query } from '../kit/database.ts'
import { digestOf } from '../kit/digest.ts'
import { drill, printFaults } from '../kit/drill.ts'
import { mixedWrites } from '../kit/mixed-writes.ts'
import { installOn } from './installation.ts'
import { type DatabaseCluster, startDatabases, startProgram } from './members.ts'
import { findPrograms, type Programs } from './programs.ts'
import { front, machine } from './recipe.ts'

const run = promisify(execFile)

export default drill({
  id: 'P9',
  title: 'base backup from a standby, writes, a switch-over, a mistake; then back to the moment before it',
  target: 'every table as it was at that moment, row by row; nothing of what came after',
  run: async (context) => {
    const programs = findPrograms()
    if (typeof programs === 'string') {
      context.print(`NOT RUN: ${programs}`)
      return { value: programs, pass: undefined }
    }
    const cluster = await startDatabases(context, programs)
    const installation = await installOn(context, cluster)
    const service = await installation.start()
    const writes = await mixedWrites(installation, [service])
    const write = () => inParallel(context.times(200), 4, writes.one)
    await write()
    const [copying] = await timed(() => script(cluster, programs, 'base-backup.sh', [cluster.backups, standbys]))
    await write()
    await (await cluster.primary())?.switchOver()
    await cluster.untilWhole()
    await write()
    await service.stop()

    const { query } = installation
    const catalog = await catalogOf(query)
    const before = await digestOf(query, catalog)
    const [{ moment = '' } = {}] = await query<{ moment: string }>('select clock_timestamp()::text as moment')
    await pause(5)
    await query('update bookings set contact_name = contact_name || $1', ['?'])
    await query('delete from session_attendances')
    await untilArchived(cluster)

    const place = join(cluster.restored, 'data')
    await script(cluster, programs, 'restore-to.sh', [cluster.backups, moment, place])
    const [recovering, restored] = await timed(() => startRestored(context, cluster, programs, place))
    const after = await digestOf(restored, catalog)
    const faults = Object.keys(before).filter((table) => before[table] !== after[table])
    if (isAlike(before, await digestOf(query, catalog))) faults.push('the mistake changed nothing')
    printFaults(context, faults)
    const { acknowledged } = writes.ledger.count()
    return {
      value: `${faults.length} of ${Object.keys(before).length} tables differ; ${acknowledged} writes, copied in ${copying} s, recovered in ${recovering} s`,
      pass: faults.length === 0 && acknowledged > 0,
    }
  },
})

const standbys = `postgres://replicator:replicator-password@${front}:5001/postgres`

const isAlike = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys(one).every((table) => one[table] === other[table])

const timed = async <T>(work: () => Promise<T>): Promise<[seconds: string, result: T]> => {
  const began = Date.now()
  const result = await work()
  return [((Date.now() - began) / 1000).toFixed(1), result]
}

/** Runs a script of deploy/cluster as the account of PostgreSQL. */
const script = ({ account, scripts }: DatabaseCluster, { env, postgresBin }: Programs, name: string, words: string[]) =>
  run(join(scripts, name), words, { ...account, cwd: '/', env: { ...env, POSTGRES_BIN: postgresBin } })

const untilArchived = async ({ query }: DatabaseCluster) => {
  const [last] = await query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(200)) {
    const [archive] = await query<{ file: string }>('select last_archived_wal as file from pg_stat_archiver')
    if (last && archive && archive.file >= last.file) return
  }
  throw new Error('the last WAL was not archived')
}

/** Starts PostgreSQL on the restored directory, and returns when it accepts writes. */
const startRestored = async (
  context: Context,
  { account, superuser }: DatabaseCluster,
  { env, postgresBin }: Programs,
  place: string,
): Promise<Query> => {
  const host = machine(8)
  const set = [`listen_addresses=${host}`, `unix_socket_directories=${place}`].flatMap((each) => ['-c', each])
  const log = join(context.home, 'restored.log')
  startProgram(context, log, join(postgresBin, 'postgres'), ['-D', place, ...set], { ...account, cwd: '/', env })
  const { query, end } = openQuery({ ...superuser, host, port: 5432, database: 'guidon' })
  context.atEnd(end)
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(100)) {
    const [state] = await query<{ is: boolean }>('select pg_is_in_recovery() as is').catch(() => [])
    if (state?.is === false) return query
  }
  throw new Error(`the restored server takes no writes; see ${log}`)
}
