import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { wholeRecord } from '../test/fixtures/agency.ts'
import { agencyFiles } from './kit/agency.ts'
import type { Context } from './kit/context.ts'
import { databaseUrl, openQuery, type Query, runStatement } from './kit/database.ts'
import { drill, printFaults } from './kit/drill.ts'
import { startService } from './kit/service.ts'

export default drill({
  id: 'M1',
  title: 'an agency moves in from its files over HTTP, with a kill −9 in the middle',
  target: 'all sums as in the files, a second run unchanged; 10,000 lines ≤ 60 s',
  run: async (context) => {
    const house = await emptyHouse(context)
    const faults: string[] = []
    const { file, lines, sums } = await agencyFiles(await house.today(), context.scale)
    context.print(`${lines} lines`)

    const id = await house.check(file, faults)
    await house.start(id)
    await house.untilProgress(id, Math.min(700, Math.round(lines / 3)))
    await house.service.kill('SIGKILL')
    await house.service.restart()
    // The next worker removes what was written and starts anew, once the heartbeat of the job is missing.
    await house.untilEnd(id, faults)
    compare(sums, await sumsOf(house.query), 'after the kill', faults)

    await house.undo(id, faults)
    compare({ ...sums, ...nothing(sums) }, await sumsOf(house.query), 'after the undo', faults)

    const again = await house.check(file, faults)
    const began = Date.now()
    await house.start(again)
    await house.untilEnd(again, faults)
    const seconds = (Date.now() - began) / 1_000
    compare(sums, await sumsOf(house.query), 'after the second import', faults)

    const third = await house.check(file, faults)
    await house.start(third)
    const { created, unchanged } = await house.untilEnd(third, faults)
    if (created !== 0 || unchanged !== lines) faults.push(`a second run created ${created}, ${unchanged} unchanged`)
    compare(sums, await sumsOf(house.query), 'after the same file again', faults)
    printFaults(context, faults)
    const each = (seconds / lines) * 10_000
    return {
      value: `${faults.length} wrong; ${lines} lines in ${seconds.toFixed(1)} s, 10,000 in ${each.toFixed(0)} s`,
      pass: faults.length === 0 && each <= 60,
    }
  },
})

type Sums = Record<string, number>
const nothing = (sums: Sums) => Object.fromEntries(Object.keys(sums).map((name) => [name, 0]))
const compare = (expected: Sums, found: Sums, when: string, faults: string[]) => {
  if (!isDeepStrictEqual(expected, found))
    faults.push(`${when}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
}

const sumsOf = async (query: Query) => {
  const [row] = await query<Sums>(`select
    (select count(*) from packages)::integer as packages, (select count(*) from tour_leaders)::integer as leaders,
    (select count(*) from planned_trips)::integer as trips,
    (select count(*) from planned_trips where status = 'settled')::integer as settled,
    count(*)::integer as bookings, (count(*) filter (where status = 'completed'))::integer as completed,
    (select count(*) from travelers)::integer as travelers,
    (select count(*) from booking_payments)::integer as payments,
    coalesce(sum(total), 0)::float as sold, coalesce(sum(paid), 0)::float as paid,
    ((select count(*) from notifications) + (select count(*) from deliveries))::integer as told from bookings`)
  return row ?? {}
}

/** A new installation without the demo, and its administrator. */
const emptyHouse = async (context: Context) => {
  const { cluster, home, settings, atEnd } = context
  const database = 'drill_m1_house'
  const postgres = cluster.connectionTo('postgres')
  const drop = () => runStatement(postgres, `drop database if exists ${database} with (force)`)
  await drop()
  await runStatement(postgres, `create database ${database}`)
  atEnd(drop)
  const { query, end } = openQuery(cluster.connectionTo(database))
  atEnd(end)
  const dataDir = join(home, 'house')
  const url = databaseUrl(cluster.connectionTo(database))
  const service = await startService(dataDir, { ...settings, DATABASE_URL: url, DATA_DIR: dataDir })
  atEnd(() => service.kill('SIGKILL'))
  const [email = '', password = ''] = readFileSync(join(dataDir, 'first-password'), 'utf8').split('\n')
  const login = await service.ask('POST', '/api/login', { body: { email, password } })
  const token: string = login.body.data.token
  await service.ask('PUT', '/api/house/record', { token, body: wholeRecord })

  const ask = (method: string, path: string) => service.ask(method, `/api/imports${path}`, { token })
  const read = async (id: number) => (await ask('GET', `/${id}`)).body.data
  const untilEnd = async (id: number, faults: string[]) => {
    for (const end = Date.now() + 900_000; Date.now() < end; await pause(500)) {
      const found = await read(id)
      if (found.status === 'running') continue
      if (found.status === 'failed') faults.push(`failed: ${JSON.stringify(found.problems.slice(0, 3))}`)
      return found
    }
    throw new Error('the import did not end')
  }
  return {
    service,
    query,
    today: async () => (await query<{ day: string }>('select today()::text as day'))[0]?.day ?? '',
    check: async (file: Buffer, faults: string[]) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(file)]), 'agency.xlsx')
      const sent = new Response(form)
      const type = sent.headers.get('content-type') ?? ''
      const body = Buffer.from(await sent.arrayBuffer())
      const {
        status,
        text,
        body: answer,
      } = await service.ask('POST', '/api/imports', {
        token,
        body,
        headers: { 'content-type': type },
        timeout: 120_000,
      })
      if (status !== 201) throw new Error(`${status} ${text.slice(0, 300)}`)
      for (const end = Date.now() + 900_000; answer.data.status === 'checking' && Date.now() < end; await pause(500))
        answer.data = await read(answer.data.id)
      if (answer.data.refused) faults.push(`refused: ${JSON.stringify(answer.data.problems.slice(0, 3))}`)
      return answer.data.id as number
    },
    start: async (id: number) => {
      const { status, text } = await ask('POST', `/${id}/run`)
      if (status !== 202) throw new Error(`${status} ${text.slice(0, 300)}`)
    },
    untilProgress: async (id: number, rows: number) => {
      for (const end = Date.now() + 300_000; Date.now() < end; await pause(50)) {
        const { status, done_rows, problems } = await read(id)
        if (status !== 'running')
          throw new Error(`${status} before ${rows} lines: ${JSON.stringify(problems.slice(0, 3))}`)
        if (done_rows >= rows) return
      }
      throw new Error('the import did not begin')
    },
    untilEnd,
    undo: async (id: number, faults: string[]) => {
      const { status, text } = await ask('POST', `/${id}/undo`)
      if (status !== 202) faults.push(`undo: ${status} ${text.slice(0, 300)}`)
      const { status: is, problems } = await untilEnd(id, faults)
      if (is !== 'undone') faults.push(`the undo left it ${is}: ${JSON.stringify(problems)}`)
    },
  }
}
