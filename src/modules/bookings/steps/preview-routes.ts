import { Type } from 'typebox'
import { currency, flag, line, money, oneOf, ref, shownFields, whole } from '../../../kit/fields.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { bookingStatuses } from '../../booking-statuses.ts'
import { refuseCallingOff } from '../../planned-trips/steps/calling-off.ts'
import { knownTrip } from '../../planned-trips/visible.ts'
import { moneyReaders, staff } from '../../roles.ts'
import { callOffCauses } from '../../trip-statuses.ts'
import { readerOf } from '../../users/reader.ts'
import { cancellationFields, settledFees } from '../shapes.ts'
import { costsOfCallingOff } from './cancellation-queries.ts'
import { costOfTraveler } from './traveler-queries.ts'

const sum = () => Type.Number({ examples: [39900] })
const name = line(100, '王小美')
const Asked = Type.Object(
  {
    cause: oneOf(callOffCauses),
    official_fees: Type.Optional(money()),
    proven_costs: Type.Optional(money()),
    paper: Type.Optional(line(200)),
  },
  { additionalProperties: false },
)
const CalledOff = Type.Object({
  ...shownFields({ id: ref(), booking_number: line(50, 'CNX270128A-001'), contact_name: name }),
  ...shownFields({ status: oneOf(bookingStatuses), currency: currency(), paid: money(), travelers: whole() }),
  total: sum(),
  ...cancellationFields,
  settled: settledFees,
})

/** What calling off a trip costs, booking by booking, before it is done. */
export const tripCancellation = routes((on) => {
  on.get(
    '/:id/cancellation',
    {
      name: 'previewPlannedTripCancellation',
      access: moneyReaders,
      summary: 'Preview what each booking gets back if the trip is cancelled for a cause; costs are for each traveler',
      query: Asked,
      returns: Type.Array(CalledOff),
      etag: 'none',
    },
    async ({ db, actor, params, query }) => {
      await knownTrip(db, { ...readerOf(actor), ...params })
      const { cause, paper, ...costs } = query
      await refuseCallingOff(db, 'cancelled', params.id, { cause, costs: { ...costs, ...(paper && { paper }) } }, '')
      return costsOfCallingOff(db, { planned_trip_id: params.id, cause, costs })
    },
  )
})

const CancelledTraveler = Type.Object({
  ...shownFields({ traveler_id: ref(), name, booking_id: ref(), is_possible: flag(), currency: currency() }),
  days_left: Type.Integer({ examples: [25] }),
  fee_percent: Type.Number({ examples: [20] }),
  fare: sum(),
  fee: sum(),
  total_before: sum(),
  total_after: sum(),
  ...shownFields({ refund: money(), owed: money() }),
})

/** What cancelling one traveler costs, before it is done. */
export const travelerCancellation = routes((on) => {
  on.get(
    '/:id/cancellation',
    {
      name: 'previewTravelerCancellation',
      access: staff,
      summary: 'Preview what the cancellation of one traveler costs: fare, fee, refund',
      returns: CancelledTraveler,
      etag: 'none',
    },
    ({ db, actor, params }) => costOfTraveler(db, { ...readerOf(actor), ...params }),
  )
})
