import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { withClient } from '../dataset/cluster.ts'
import { rewind } from '../dataset/rewind.ts'
import type { Request } from '../load/types.ts'
import { showProgress } from '../progress.ts'
import { measureRound, median, type Round, type Side, untilWarm } from './rounds.ts'
import { assertSeatsExact, openTrips } from './seats.ts'

const CONNECTIONS = 16
/** The most CPU as a multiple of the reference's, and the most that p99 may be as a multiple of p50. */
const MOST_CPU = 2
const MOST_SPREAD = 4
const WARMING = 2
// More than either side can answer, so that no party is sent twice.
const PARTIES_A_SECOND = 2_000

/** R3: callers without an account register parties of two until many trips are full. Afterwards the seats are counted. */
export const registrations = async (bench: Bench): Promise<Figure> => {
  const { rounds, seconds } = bench.options
  const trips = await withClient(bench.connection, openTrips)
  const both = async (): Promise<Record<Side, Driven>> => ({
    reference: await drive(bench, 'reference', trips, seconds),
    service: await drive(bench, 'service', trips, seconds),
  })
  showProgress('R3: registrations')
  // Longer than a round, because only few are answered in a second.
  for (const side of ['reference', 'service'] as const)
    await untilWarm(() => drive(bench, side, trips, WARMING * seconds))
  const driven: Record<Side, Driven>[] = []
  for (let round = 0; round < rounds; round += 1) {
    showProgress(`R3: registrations, round ${round + 1}`)
    driven.push(await both())
  }
  return figure(driven, trips.length)
}

type Driven = Round & { filled: number }

const drive = async (bench: Bench, side: Side, trips: number[], seconds: number): Promise<Driven> => {
  const result = await measureRound(bench, side, parties(trips, PARTIES_A_SECOND * seconds), CONNECTIONS, seconds)
  // Requests that are under way at the end are still written.
  await pause(1_000)
  const filled = await withClient(bench.connection, (client) =>
    assertSeatsExact(client, trips, [result.requests, CONNECTIONS]),
  )
  await rewind(bench.connection)
  return { ...result, filled }
}

const figure = (driven: Record<Side, Driven>[], trips: number): Figure => {
  const of = (pick: (round: Driven) => number) => median(driven.map(({ service }) => pick(service)))
  const [p50, p99] = [of((round) => round.p50), of((round) => round.p99)]
  const cpu = median(driven.map(({ service, reference }) => service.cpu / reference.cpu))
  return {
    row: 'R3',
    title: `POST /api/trip-registrations, two travelers, ${CONNECTIONS} connections (${Math.round(of(({ perSecond }) => perSecond))}/s)`,
    value: [
      `CPU ${of((round) => round.cpu).toFixed(1)} ms (node ${of(({ serverCpu }) => serverCpu).toFixed(1)}), ${cpu.toFixed(2)} × the reference`,
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(p99 / p50).toFixed(1)} ×`,
      `seats exact, ${Math.round(of(({ filled }) => filled))} of ${trips} trips filled`,
    ].join('; '),
    target: `CPU ≤ ${MOST_CPU} ×, p99 ≤ ${MOST_SPREAD} × p50, exact seats`,
    isMet: cpu <= MOST_CPU && p99 <= MOST_SPREAD * p50,
  }
}

// Each party comes from another address. Two consecutive parties register for the same trip, so that they compete for its seats.
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
