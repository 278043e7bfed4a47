import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './client.ts'
import { inParallel } from './concurrency.ts'
import type { Context } from './context.ts'
import { fixturesFor } from './fixtures.ts'
import { brokenInvariants } from './invariants.ts'
import { type Line, openLedger } from './ledger.ts'
import type { Service } from './service.ts'

type Write = { kind: Kind; marker: string; send: (service: Service) => Promise<Answer> }
type Kind = keyof typeof counts

/** Counts the rows of a write by its marker. */
const counts = {
  season: 'select count(*)::integer as n from seasons where code = $1',
  message: 'select count(*)::integer as n from addon_communications where message = $1',
  guest: 'select count(*)::integer as n from session_attendances where guest_name = $1',
  leader: 'select count(*)::integer as n from tour_leaders where name = $1',
} as const
const kinds = Object.keys(counts) as Kind[]

/** Writes of four kinds, each with its own idempotency key, recorded in the drill's ledger. */
export const mixedWrites = async (context: Context, services: Service[], { timeout = 15_000 } = {}) => {
  const [first] = services
  if (!first) throw new Error('there is no process')
  const fixtures = fixturesFor(context, first.ask)
  const [session, request] = [await fixtures.session(100_000), await fixtures.request()]
  const ledger = openLedger<Write>()
  const { people, random, query } = context

  const paths = {
    season: [
      '/api/seasons',
      (marker: string) => ({
        code: marker,
        name: marker,
        starts_on: '2027-01-01',
        ends_on: '2027-02-01',
        level: 'low',
      }),
    ],
    message: [`/api/addon-requests/${request}/communications`, (marker: string) => ({ message: marker })],
    guest: [`/api/sessions/${session}/attendances`, (marker: string) => ({ guest_name: marker })],
    leader: [
      '/api/tour-leaders',
      (marker: string) => ({ name: marker, passport_number: '312345678', birth_date: '1980-01-01' }),
    ],
  } as const
  const write = (n: number): Write => {
    const kind = kinds[n % kinds.length] ?? 'season'
    const marker = `M${n}_${random.text(10).toUpperCase()}`
    const [path, body] = paths[kind]
    const asking = {
      token: people.admin.token,
      body: body(marker),
      headers: { 'idempotency-key': marker },
      timeout,
    }
    return { kind, marker, send: ({ ask }) => ask('POST', path, asking) }
  }
  const foundOf = async ({ kind, marker }: Write) => (await query<{ n: number }>(counts[kind], [marker]))[0]?.n ?? 0

  return {
    ledger,
    /** The records to which messages and guests are written. */
    parents: { addon_requests: request, seminar_sessions: session },
    /** Sends one write to one of the processes. */
    one: async (n: number) => {
      const service = services[n % services.length] ?? first
      const made = write(n)
      const line = await ledger.note(made, made.send(service))
      if (line.verdict !== 'acknowledged') await pause(50)
      return line
    },
    /** Acknowledged writes that are missing, refused writes that exist, and broken invariants. */
    faults: async () => {
      const faults: string[] = []
      const says = async ({ what, verdict, answer }: Line<Write>) => {
        const found = await foundOf(what)
        if (verdict === 'acknowledged' && found !== 1)
          faults.push(`acknowledged and there ${found} times: ${what.kind} ${what.marker}`)
        if (verdict === 'refused' && found !== 0)
          faults.push(`refused (${answer?.status}) and there: ${what.kind} ${what.marker}`)
        if (verdict !== 'unknown') return
        // A write with unknown outcome is repeated with the same key and must then exist exactly once.
        const again = await what.send(first)
        const after = await foundOf(what)
        if (again.status >= 300 || after !== 1)
          faults.push(
            `sent again: ${again.status} ${again.body?.code}, there ${found} times and then ${after}: ${what.kind} ${what.marker}`,
          )
      }
      const lines = [...ledger.lines]
      await inParallel(lines.length, 8, async (n) => {
        const line = lines[n]
        if (line) await says(line)
      })
      return [...faults, ...(await brokenInvariants(query))]
    },
  }
}
