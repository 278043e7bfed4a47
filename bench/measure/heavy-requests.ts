import type { Bench } from '../bench.ts'
import { PASSWORD } from '../dataset/build.ts'
import { withClient } from '../dataset/cluster.ts'
import { as } from '../workloads.ts'

/** Sends one request; throws if the answer is not a success. */
export type Send = () => Promise<void>

const send = async (url: string, init: RequestInit) => {
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
}

/** Signs in accounts one after another, each from another address. */
export const signIn = ({ service }: Bench): Send => {
  let next = 0
  return () => {
    next += 1
    const person = 1 + (next % 1000)
    return send(`${service.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${person >> 8}.${person & 255}` },
      body: JSON.stringify({ email: `person${person}@example.com`, password: PASSWORD }),
    })
  }
}

const PARTY = 100

/** Imports a file of 100 travelers as a dry run, which is rolled back. */
export const importTravelers = async ({ service, samples, connection }: Bench): Promise<Send> => {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ id: number }>(
      `select b.id from bookings b join planned_trips t on t.id = b.planned_trip_id
        where b.status = 'confirmed' and t.departure_date > current_date + 30 order by b.id limit 1`,
    ),
  )
  const lines = Array.from({ length: PARTY }, (_, i) => `旅客${i},19${60 + (i % 40)}-05-06`)
  const csv = `name,birth_date\n${lines.join('\n')}\n`
  const body = JSON.stringify({ csv, booking_id: rows[0]?.id, dry_run: true })
  const headers = { ...as(samples.salesUsers[0] ?? 0), 'content-type': 'application/json' }
  return () => send(`${service.url}/api/travelers/import`, { method: 'POST', headers, body })
}

/** Fetches the schedule of all leaders for a quarter, the largest answer of the service. */
export const fetchSchedule = ({ service, samples }: Bench): Send => {
  const headers = as(samples.salesUsers[0] ?? 0)
  return () => send(`${service.url}/api/tour-leaders/schedule/list`, { headers })
}

const PAGES = 50

/** Reads the lists of trips and travelers page by page; each client takes the next page, and begins again after the last one. */
export const pageThrough = ({ service, samples }: Bench): Send => {
  const headers = as(samples.salesUsers[0] ?? 0)
  const paths = Array.from({ length: PAGES }, (_, i) => i + 1).flatMap((page) =>
    ['planned-trips', 'travelers'].map((list) => `/api/${list}?per_page=20&page=${page}`),
  )
  let next = 0
  return () => {
    next += 1
    return send(`${service.url}${paths[next % paths.length]}`, { headers })
  }
}
