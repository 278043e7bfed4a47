import type { Bench } from '../bench.ts'
import { PASSWORD } from '../dataset/build.ts'
import { connected } from '../dataset/cluster.ts'
import { as } from '../workloads.ts'

/** Asks for something once, and fails where it is not given. */
export type Ask = () => Promise<void>

const asked = async (url: string, init: RequestInit) => {
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
}

/** Each signs in from an address of its own, and when it is in, the next one comes. */
export const signingIn = ({ service }: Bench): Ask => {
  let next = 0
  return () => {
    next += 1
    const person = 1 + (next % 1000)
    return asked(`${service.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${person >> 8}.${person & 255}` },
      body: JSON.stringify({ email: `person${person}@example.com`, password: PASSWORD }),
    })
  }
}

const PARTY = 100

/** A file of a hundred travelers, tried and taken back. */
export const importing = async ({ service, samples, place }: Bench): Promise<Ask> => {
  const { rows } = await connected(place, (client) =>
    client.query<{ id: number }>(
      `select b.id from bookings b join planned_trips t on t.id = b.planned_trip_id
        where b.status = 'confirmed' and t.departure_date > current_date + 30 order by b.id limit 1`,
    ),
  )
  const lines = Array.from({ length: PARTY }, (_, i) => `旅客${i},19${60 + (i % 40)}-05-06`)
  const csv = `name,birth_date\n${lines.join('\n')}\n`
  const body = JSON.stringify({ csv, booking_id: rows[0]?.id, dry_run: true })
  const headers = { ...as(samples.people[0] ?? 0), 'content-type': 'application/json' }
  return () => asked(`${service.url}/api/travelers/import`, { method: 'POST', headers, body })
}

/** The leaders' schedule of a quarter, the largest answer there is. */
export const exporting = ({ service, samples }: Bench): Ask => {
  const headers = as(samples.people[0] ?? 0)
  return () => asked(`${service.url}/api/tour-leaders/schedule/list`, { headers })
}
