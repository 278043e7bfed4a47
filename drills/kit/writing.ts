import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './client.ts'
import { brokenInvariants } from './invariants.ts'
import { type Line, openLedger } from './ledger.ts'
import { inTurns } from './pool.ts'
import { sceneOf } from './scene.ts'
import type { Service } from './service.ts'
import type { Site } from './site.ts'

type Write = { kind: Kind; mark: string; send: (service: Service) => Promise<Answer> }
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
export const mixedWrites = async (site: Site, services: Service[]) => {
  const [first] = services
  if (!first) throw new Error('there is no process')
  const scene = sceneOf(site, first.ask)
  const [session, request] = [await scene.session(100_000), await scene.request()]
  const ledger = openLedger<Write>()
  const { people, random, query } = site

  const paths = {
    season: [
      '/api/seasons',
      (mark: string) => ({ code: mark, name: mark, starts_on: '2027-01-01', ends_on: '2027-02-01', level: 'low' }),
    ],
    message: [`/api/addon-requests/${request}/communications`, (mark: string) => ({ message: mark })],
    guest: [`/api/sessions/${session}/attendances`, (mark: string) => ({ guest_name: mark })],
    leader: [
      '/api/tour-leaders',
      (mark: string) => ({ name: mark, passport_number: '312345678', birth_date: '1980-01-01' }),
    ],
  } as const
  const write = (n: number): Write => {
    const kind = kinds[n % kinds.length] ?? 'season'
    const mark = `M${n}_${random.text(10).toUpperCase()}`
    const [path, body] = paths[kind]
    const asking = {
      token: people.admin.token,
      body: body(mark),
      headers: { 'idempotency-key': mark },
      patience: 15_000,
    }
    return { kind, mark, send: ({ ask }) => ask('POST', path, asking) }
  }
  const foundOf = async ({ kind, mark }: Write) => (await query<{ n: number }>(counts[kind], [mark]))[0]?.n ?? 0

  return {
    ledger,
    /** Sends one write to one of the processes. */
    one: async (n: number) => {
      const service = services[n % services.length] ?? first
      const made = write(n)
      const { verdict } = await ledger.note(made, made.send(service))
      if (verdict !== 'acknowledged') await pause(50)
    },
    /** Acknowledged writes that are missing, refused writes that exist, and broken invariants. */
    faults: async () => {
      const faults: string[] = []
      const says = async ({ what, verdict, answer }: Line<Write>) => {
        const found = await foundOf(what)
        if (verdict === 'acknowledged' && found !== 1)
          faults.push(`acknowledged and there ${found} times: ${what.kind} ${what.mark}`)
        if (verdict === 'refused' && found !== 0)
          faults.push(`refused (${answer?.status}) and there: ${what.kind} ${what.mark}`)
        if (verdict !== 'unknown') return
        // A write with unknown outcome is repeated with the same key and must then exist exactly once.
        const again = await what.send(first)
        const after = await foundOf(what)
        if (again.status >= 300 || after !== 1)
          faults.push(
            `sent again: ${again.status} ${again.body?.code}, there ${found} times and then ${after}: ${what.kind} ${what.mark}`,
          )
      }
      const lines = [...ledger.lines]
      await inTurns(lines.length, 8, async (n) => {
        const line = lines[n]
        if (line) await says(line)
      })
      return [...faults, ...(await brokenInvariants(query))]
    },
  }
}
