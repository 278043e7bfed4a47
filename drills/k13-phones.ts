import { setTimeout as pause } from 'node:timers/promises'
import { daysFromToday } from '../test/days.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fixturesFor } from './kit/fixtures.ts'
import { twoProcesses } from './kit/race.ts'
import type { Service } from './kit/service.ts'

const PHONES = 30
const ENTRIES = 40
const ATTEMPTS = 200
const tables = ['day_notes', 'roll_calls', 'trip_expenses', 'incidents'] as const
type Table = (typeof tables)[number]
type Entry = { table: Table; path: string; body: { entry_id: string; entered_at: string } }

export default drill({
  id: 'K13',
  title: 'thirty phones of leaders lose the network and repeat their entries while two processes are killed in turn',
  target: 'each entry is there once, in the order of its phone; each incident is told once; no entry is refused',
  run: async (context) => {
    const services = await twoProcesses(context)
    const phones = await ledTrips(context, services)
    const faults: string[] = []
    const count = { sent: 0, lost: 0, repeated: 0 }

    /** A phone sends until it has an answer. Four answers in ten are lost on the way, and so are those of a process that is killed. */
    const send = async (phone: number, nth: number, { path, body }: Entry) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const service = services[(attempt + phone) % services.length]
        const answer = await service
          ?.ask('POST', path, { token: context.people.leader.token, body })
          .catch(() => undefined)
        count.sent += 1
        const isLost = context.random.int(0, 9) < 4
        if (answer && !isLost && answer.status < 300) return answer.body?.data?.id as number
        if (answer && ![201, 429, 503].includes(answer.status)) {
          faults.push(`phone ${phone}, entry ${nth}: ${answer.status} ${answer.text.slice(0, 200)}`)
          return undefined
        }
        count.lost += 1
        await pause(context.random.int(5, 60))
      }
      faults.push(`phone ${phone}, entry ${nth}: never answered`)
      return undefined
    }
    const onTheRoad = async (trip: number, phone: number) => {
      const entries = Array.from({ length: Math.max(context.times(ENTRIES), 8) }, (_, n) => entryOf(context, trip, n))
      const known: { entry: Entry; id: number | undefined }[] = []
      for (const [nth, entry] of entries.entries()) {
        known.push({ entry, id: await send(phone, nth, entry) })
        // A phone that was restarted sends again what it does not know to be kept.
        const again = known[context.random.int(0, known.length - 1)]
        if (!again || context.random.int(0, 3) > 0) continue
        count.repeated += 1
        const id = await send(phone, nth, again.entry)
        if (again.id !== undefined && id !== undefined && id !== again.id)
          faults.push(`phone ${phone}: ${again.entry.body.entry_id} was answered with ${again.id}, then with ${id}`)
      }
      return entries
    }

    let isOver = false
    const working = Promise.all(phones.map(onTheRoad)).finally(() => {
      isOver = true
    })
    let kills = 0
    while (!isOver) {
      await pause(context.random.int(700, 2_000))
      if (isOver) break
      const service = services[kills % services.length]
      await service?.kill('SIGKILL')
      await service?.restart()
      kills += 1
    }
    const sent = await working
    for (const [phone, trip] of phones.entries()) faults.push(...(await broken(context, trip, sent[phone] ?? [])))
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong; ${sent.flat().length} entries of ${phones.length} phones, sent ${count.sent} times, ${count.lost} answers lost, ${count.repeated} sent again after their answer, ${kills} kills`,
      pass: faults.length === 0,
    }
  },
})

/** A trip under way for each phone, all of one leader. */
const ledTrips = async (context: Context, [first]: Service[]) => {
  if (!first) throw new Error('there is no process')
  const fixtures = fixturesFor(context, first.ask)
  const product = await fixtures.package()
  const trips: number[] = []
  for (let n = 0; n < Math.max(context.times(PHONES), 4); n += 1)
    trips.push(await fixtures.saleOf(product, daysFromToday(200 + n), 9))
  await context.query(
    `update planned_trips set departure_date = today() - 1, return_date = today() + 3,
       assigned_leader_id = (select tour_leader_id from users where id = $2) where id = any ($1)`,
    [trips, context.people.leader.id],
  )
  return trips
}

/** The nth entry of a phone: mostly notes, then roll calls and expenses, and now and then an incident. */
const entryOf = ({ random }: Context, trip: number, n: number): Entry => {
  const hex = (length: number) => Array.from({ length }, () => random.int(0, 15).toString(16)).join('')
  const entry_id = `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
  const [entered_at, day] = [new Date().toISOString(), daysFromToday(0)]
  const made = (table: Table, path: string, more: object): Entry => ({
    table,
    path: `/api/planned-trips/${trip}/${path}`,
    body: { ...more, entry_id, entered_at },
  })
  if (n % 4 === 1) return made('roll_calls', 'roll-calls', { name: `集合 ${n}`, at: entered_at, present: [] })
  if (n % 4 === 2) {
    const paid = { kind: 'meal', amount: 100 + n, currency: 'TWD', paid_from: 'own', voucher_number: `K13-${n}` }
    return made('trip_expenses', 'expenses', { day, ...paid })
  }
  if (n % 8 === 3)
    return made('incidents', 'incidents', {
      kind: 'delay',
      severity: 'low',
      happened_at: entered_at,
      what: `延誤 ${n}`,
    })
  return made('day_notes', 'day-notes', { day, text: `第 ${n} 筆` })
}

const broken = async ({ query }: Context, trip: number, entries: Entry[]) => {
  const faults: string[] = []
  const kept = await query<{ entry_id: string }>(
    `select entry_id from (${tables.map((table) => `select entry_id, created_at from ${table} where planned_trip_id = $1`).join(' union all ')}) every
      order by created_at`,
    [trip],
  )
  const [there, wanted] = [kept.map(({ entry_id }) => entry_id), entries.map(({ body }) => body.entry_id)]
  const twice = there.filter((id, n) => there.indexOf(id) !== n)
  if (twice.length) faults.push(`trip ${trip}: ${twice.length} entries are there twice`)
  const missing = wanted.filter((id) => !there.includes(id))
  if (missing.length) faults.push(`trip ${trip}: ${missing.length} entries are missing`)
  if (!twice.length && !missing.length && there.join() !== wanted.join())
    faults.push(`trip ${trip}: the entries are not in the order of their phone`)
  const incidents = entries.filter(({ table }) => table === 'incidents').length
  const [told] = await query<{ n: number }>(
    `select count(*)::integer as n from notifications where event = 'incident.reported' and subject_type = 'planned_trip' and subject_id = $1
       and user_id = (select min(id) from users where 'manager' = any (roles) and status = 'active')`,
    [trip],
  )
  if (told?.n !== incidents) faults.push(`trip ${trip}: ${incidents} incidents, of which a manager was told ${told?.n}`)
  return faults
}
