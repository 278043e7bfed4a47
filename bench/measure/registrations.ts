import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { connected } from '../dataset/cluster.ts'
import { rewind } from '../dataset/rewind.ts'
import type { Request } from '../load/load.ts'
import { tell } from '../tell.ts'
import { median, once, type Round } from './rounds.ts'
import { openTrips, refuseFaults } from './seats.ts'

const CONNECTIONS = 16
const MOST = 25
// More than can be answered, so that no party comes twice.
const PARTIES_A_SECOND = 2_000

/** R10: strangers register, two travelers each, until many a trip is full; then its seats are counted. */
export const registrations = async (bench: Bench): Promise<Figure> => {
  const { rounds, seconds } = bench.options
  const trips = await connected(bench.place, openTrips)
  tell('R10: registrations')
  await drive(bench, trips, 1)
  const seen: Driven[] = []
  for (let round = 0; round < rounds; round += 1) {
    tell(`R10: registrations, round ${round + 1}`)
    seen.push(await drive(bench, trips, seconds))
  }
  return figure(seen, trips.length)
}

type Driven = Round & { filled: number }

const drive = async (bench: Bench, trips: number[], seconds: number): Promise<Driven> => {
  const came = await once(bench, 'service', parties(trips, PARTIES_A_SECOND * seconds), CONNECTIONS, seconds)
  // What was still under way when the time was over is written all the same.
  await pause(1_000)
  const filled = await connected(bench.place, (client) => refuseFaults(client, trips, [came.requests, CONNECTIONS]))
  await rewind(bench.place)
  return { ...came, filled }
}

const figure = (seen: Driven[], trips: number): Figure => {
  const of = (pick: (round: Driven) => number) => median(seen.map(pick))
  const p99 = of((round) => round.p99)
  return {
    row: 'R10',
    says: `POST /api/trip-registrations, two travelers, ${CONNECTIONS} connections (${Math.round(of(({ perSecond }) => perSecond))}/s)`,
    seen: [
      `p50 ${of(({ p50 }) => p50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      `CPU ${of(({ cpu }) => cpu).toFixed(1)} ms (node ${of(({ serverCpu }) => serverCpu).toFixed(1)})`,
      `seats exact, ${Math.round(of(({ filled }) => filled))} of ${trips} trips filled`,
    ].join('; '),
    target: `p99 ≤ ${MOST} ms, exact seats`,
    isMet: p99 <= MOST,
  }
}

// Each from an address of its own. Always two come for the same trip, one after the other, so that they meet at its seats.
const parties = (trips: number[], many: number): Request[] =>
  Array.from({ length: many }, (_, i) => ({
    method: 'POST',
    path: '/api/trip-registrations',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
    },
    body: JSON.stringify(party(i, trips[(i >> 1) % trips.length] ?? 0)),
  }))

const party = (i: number, planned_trip_id: number) => ({
  planned_trip_id,
  contact: { name: `客人 ${i}`, phone: '+886 912 345 678', email: `guest${i}@example.com` },
  travelers: [
    { name: `王大明${i}`, surname_en: 'WANG', given_name_en: 'TA-MING', birth_date: '1980-05-17' },
    { name: `李美玲${i}`, surname_en: 'LI', given_name_en: 'MEI-LING', birth_date: '1984-11-02' },
  ],
  payment_method: 'bankTransfer',
  travel_purpose: 'family',
  marketing_source: 'referral',
  privacy_consent: true,
})
