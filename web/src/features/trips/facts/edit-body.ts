import type { PlannedTripChange } from 'guidon-sdk'
import { onTheClock } from '../../../kit/days.ts'
import { numberIn, numberSent } from '../../../kit/typed.ts'
import type { Given } from '../../../ui/forms/form.tsx'
import { momentIn } from '../../../ui/forms/moment-field.tsx'
import { amounts } from '../../packages/shared/price-words.ts'
import { meetingPointIn } from '../assembly.tsx'
import { changedFrom } from '../changed.ts'
import type { Trip } from '../queries.ts'
import { isTold } from '../tell.tsx'

const clock = (moment: string | null | undefined) => (moment ? onTheClock(moment) : null)

/** The form values of a trip. */
export const shownOf = (trip: Trip) => ({
  ...trip,
  assembly: trip.assembly && { ...trip.assembly, at: clock(trip.assembly.at) },
  price_overrides: trip.price_overrides && { ...ownPrices(trip), currency: trip.price_overrides.currency },
  briefing_starts_at: clock(trip.briefing_starts_at),
  briefing_ends_at: clock(trip.briefing_ends_at),
})

const ownPrices = ({ price_overrides: own }: Trip) =>
  Object.fromEntries(amounts.flatMap((name) => (own?.[name] == null ? [] : [[name, String(own[name])]])))

const saidIn = (given: Given) => ({
  name: given('name'),
  name_en: given('name_en') || null,
  departure_date: given('departure_date'),
  return_date: given('return_date'),
  capacity: numberSent(given('capacity')),
  min_pax: numberSent(given('min_pax')),
  op_user_id: numberIn(given('op_user_id')),
  sales_user_id: numberIn(given('sales_user_id')),
  ticketing_user_id: numberIn(given('ticketing_user_id')),
  area_id: numberIn(given('area_id')),
  category_id: numberIn(given('category_id')),
  season_id: numberIn(given('season_id')),
  branch_id: numberIn(given('branch_id')),
  is_public: given('is_public') === 'yes',
  assembly: assemblyIn(given),
  price_overrides: pricesIn(given),
  briefing_starts_at: momentIn(given('briefing_starts_at')),
  briefing_ends_at: momentIn(given('briefing_ends_at')),
  notes: given('notes') || null,
})

const assemblyIn = (given: Given) => {
  const at = momentIn(given('assembly.at'))
  const point = meetingPointIn(given)
  return at || point ? { at, ...point } : null
}

const pricesIn = (given: Given) => {
  const own = amounts.flatMap((name) => {
    const amount = given(`price_overrides.${name}`)
    return amount ? [[name, amount]] : []
  })
  const currency = given('price_overrides.currency').toUpperCase()
  return own.length ? { ...Object.fromEntries(own), ...(currency && { currency }) } : null
}

/** The form values that differ from the trip, and whether its travelers are told of them. */
export const changeIn = (given: Given, trip: Trip): PlannedTripChange => {
  const change: PlannedTripChange = changedFrom(saidIn(given), shownOf(trip))
  const isMoved = change.departure_date !== undefined || change.return_date !== undefined
  const tell_travelers =
    (isMoved && isTold(given, 'tell_dates')) || (change.assembly !== undefined && isTold(given, 'tell_assembly'))
  return isMoved || change.assembly !== undefined ? { ...change, tell_travelers } : change
}
