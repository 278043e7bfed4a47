import { Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import { day, labelled, line, nullable, oneOf, ref, shown, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { Impact, impactInWords, impactOf } from '../planned-trips/impact.ts'
import { knownTrip } from '../planned-trips/visible.ts'
import { staff } from '../roles.ts'
import { staffedStatuses } from '../trip-statuses.ts'
import { readerOf } from '../users/reader.ts'
import { seatedTravelers } from './checks.ts'
import { checkNames, checkTable, lightOf, lights } from './words.ts'

const light = oneOf(lights)
const FailedCheck = Type.Object({
  check: labelled(oneOf(checkNames), ['檢查項目', 'Check']),
  light,
  says: line(200, '缺護照'),
})
const Ready = Type.Object({
  /** None for a trip that is back or was cancelled: there is nothing left to get ready. */
  light: nullable(light),
  travelers: whole(),
  ready: whole(),
  passport_needed_until: nullable(day()),
  broke: Type.Array(Impact),
  found: Type.Array(Type.Object({ ...FailedCheck.properties, count: whole() })),
  list: Type.Array(
    Type.Object({
      traveler_id: ref(),
      name: line(100, '王小美'),
      booking_number: line(50, 'CNX270128A-001'),
      light,
      checks: Type.Array(FailedCheck),
    }),
  ),
})

/** The checks of a trip's travelers, summarized by one light. */
export default routes((on) => {
  on.get(
    '/:id/readiness',
    {
      access: staff,
      summary: 'Checks of all travelers with a seat (passports, visas, ages), with a traffic light for the trip',
      slow: true,
      returns: shown(Ready),
      etag: 'none',
    },
    async ({ db, actor, params, locale }) => {
      const { status } = await knownTrip(db, { ...readerOf(actor), ...params })
      if (!staffedStatuses.includes(status)) return nothingToJudge
      const [travelers, broke] = await Promise.all([
        travelersReady(db, params),
        impactOf(db, 'departed', { ...params, from: '', to: '', shift: 0 }),
      ])
      return readinessOf(travelers, impactInWords(broke, locale), locale)
    },
  )
})

/** Everybody with a seat on a trip, with failed checks. */
const travelersReady = statement(seatedTravelers)

const nothingToJudge = {
  light: null,
  broke: [],
  travelers: 0,
  ready: 0,
  passport_needed_until: null,
  found: [],
  list: [],
}

type Travelers = Awaited<ReturnType<typeof travelersReady>>

const readinessOf = (travelers: Travelers, broke: Impact[], locale: Locale) => {
  const told = (check: keyof typeof checkTable) => {
    const [light, words] = checkTable[check]
    return { check, light, says: say(words, locale) }
  }
  const list = travelers.map(({ checks, passport_needed_until: _until, ...traveler }) => ({
    ...traveler,
    light: lightOf(checks),
    checks: checks.map(told),
  }))
  const all = travelers.flatMap(({ checks }) => checks)
  const counts = Map.groupBy(all, (check) => check)
  return {
    light: lightOfTrip(broke),
    broke,
    travelers: list.length,
    ready: list.filter((traveler) => traveler.light === 'green').length,
    passport_needed_until: latest(travelers.map(({ passport_needed_until }) => passport_needed_until)),
    found: [...counts].map(([check, those]) => ({ ...told(check), count: those.length })),
    list,
  }
}

const lightOfTrip = (broke: Impact[]) => {
  // A departure in the future is not a fault of the trip.
  const faults = broke.filter(({ kind }) => kind !== 'day')
  return faults.some(({ light }) => light === 'red') ? 'red' : faults.length ? 'amber' : 'green'
}

const latest = (days: (string | null)[]) =>
  days.reduce<string | null>((last, day) => (day !== null && (last === null || day > last) ? day : last), null)
