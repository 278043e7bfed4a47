import { Type } from 'typebox'
import { anyText, day, flag, line, nullable, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import { Names, shownNames } from '../../kit/resource/names.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { Package } from '../packages/schema.ts'
import { ResolvedPrice } from '../packages/shapes.ts'
import { OfLeader, StandingTrip } from '../shown-names.ts'
import { tripStatuses } from '../trip-statuses.ts'
import { TripDeadline } from './deadlines/schema.ts'
import { TripHandover } from './handovers/schema.ts'
import { Leg, TripSegment } from './itinerary/schema.ts'
import { PlannedTrip, PriceOverrides } from './schema.ts'
import { guaranteeStates } from './seats.ts'
import { HotelOfStay, RoomBlock, roomTypes } from './stays/schema.ts'

const OfPackage = Type.Object({
  id: ref(),
  package_code: Type.String(),
  name: Type.String(),
  name_en: orNull(anyText()),
})
export const namedInTrips = {
  ...{ area: 'geographical_areas', category: 'categories', season: 'seasons', branch: 'branches' },
  ...{ op_user: 'users', sales_user: 'users', ticketing_user: 'users' },
}

const Seats = Type.Object({
  held: Type.Integer(),
  confirmed: Type.Integer(),
  waitlisted: Type.Integer(),
  remaining: Type.Integer(),
})
const derived = {
  // Contains only the overridden amounts.
  price_overrides: orNull(Type.Unsafe<object>({ type: 'object', properties: shownFields(PriceOverrides.properties) })),
  package: orNull(OfPackage),
  ...shownNames(namedInTrips),
  assigned_leader: orNull(OfLeader),
  briefing_leader: orNull(OfLeader),
  seats: Seats,
  ...shownFields({ guarantee_state: oneOf(guaranteeStates) }),
}

const ofDeadline = shownFields({ is_overdue: flag(), label: line(100, '分房表'), label_en: line(100, 'Rooming list') })
export const ShownDeadline = RecordOf(TripDeadline, ofDeadline)
const { serial, name, departure_date, return_date, status, assembly } = PlannedTrip.properties
/** In the list of all trips: with its trip and the person who is in charge of it there. */
export const ListedDeadline = RecordOf(TripDeadline, { ...ofDeadline, trip: StandingTrip, owner_user: orNull(Names) })
const { payment_policy, cancellation_policy, leader_required_from_pax } = Package.properties
/** What a package promises its customers, in both languages. */
export const promised = Type.Pick(Package, [
  'inclusions',
  'inclusions_en',
  'exclusions',
  'exclusions_en',
  'important_notes',
  'important_notes_en',
]).properties
const sold = { payment_policy, cancellation_policy, ...promised, leader_required_from_pax }
/** The terms of the trip, as its package had them when the trip was planned. */
export const termNames = Object.keys(sold)

export const ListedTrip = RecordOf(PlannedTrip, derived)
export const ShownTrip = RecordOf(PlannedTrip, {
  ...derived,
  country_ids: Type.Array(ref()),
  price: orNull(ResolvedPrice),
  terms: Type.Unsafe<object>({ type: 'object', properties: shownFields(sold) }),
  deadlines: Type.Array(ShownDeadline),
  possible: Type.Array(Type.Enum([...tripStatuses])),
  status_reason: orNull(anyText()),
})

const local = () => orNull(Type.String({ examples: ['2027-01-28T09:30'] }))
export const ShownLeg = RecordOf(Leg, { starts_local: local(), ends_local: local() })
export const ShownTripSegment = RecordOf(TripSegment, { city_ids: Type.Array(ref()), legs: Type.Array(ShownLeg) })
export const ShownHandover = RecordOf(TripHandover, { from_user: Type.String(), to_user: Type.String() })

/** What a change breaks: count, kind, sentence and the records. Red: the trip cannot take place like this. `blocks`: it stops the change without a reason. */
export const Breakage = Type.Object({
  kind: Type.String({ examples: ['flights'] }),
  count: Type.Integer(),
  says: Type.String(),
  ...shownFields({ light: oneOf(['amber', 'red']), blocks: flag() }),
  subjects: Type.Array(Type.Object({ type: Type.String(), id: Type.Integer() })),
})
export const Broke = Type.Object({ broke: Type.Array(Breakage) })
export const Preview = Type.Object({
  ...shownFields({ is_possible: flag(), needs_reason: flag() }),
  ...Broke.properties,
})

const Line = shownFields({
  departure_date: day(),
  return_date: nullable(day()),
  serial: nullable(PlannedTrip.properties.serial),
})
export const Report = Type.Object({
  ...shownFields({ dry_run: flag() }),
  created: Type.Integer(),
  trips: Type.Array(
    Type.Object({
      ...Line,
      id: orNull(Type.Integer()),
      status: Type.Enum(['created', 'would_create', 'refused']),
      faults: Type.Array(Type.String()),
      also_there: Type.Array(Type.String()),
    }),
  ),
})
const { hotel_name, overnight_city_id } = TripSegment.properties
const night = shownFields({ hotel_name, overnight_city_id })
/** The nights of trips whose hotel is another one in their package now. */
export const OtherHotels = Type.Object({
  ...shownFields({ dry_run: flag() }),
  changed: Type.Integer(),
  nights: Type.Array(
    Type.Object({
      planned_trip_id: ref(),
      serial: Type.String(),
      segment_id: ref(),
      ...shownFields({ starts_on: day(), is_confirmed: flag() }),
      ...night,
      was: Type.Object(night),
    }),
  ),
})
export const NextSerial = Type.Object({ serial: Type.String(), is_reserved: Type.Literal(false), note: Type.String() })

/** An extra that was agreed or delivered, without its price. */
const Extra = Type.Object({
  request_number: Type.String(),
  name: Type.String(),
  name_en: orNull(anyText()),
  quantity: Type.Integer(),
  details: Type.Unsafe<object>({ type: 'object' }),
  needed_by: orNull(anyText('2027-01-28')),
  status: Type.Enum(['confirmed', 'completed']),
})
/** A traveler in the lists of a trip. */
export const Traveling = Type.Object({
  number: Type.Integer(),
  traveler_id: ref(),
  booking_number: Type.String(),
  booking_status: Type.Enum(seatedStatuses),
  name: Type.String(),
  surname_en: orNull(anyText()),
  given_name_en: orNull(anyText()),
  gender: orNull(anyText()),
  nationality: orNull(anyText()),
  passenger_type: orNull(anyText()),
  mobile: orNull(anyText()),
  roommate_group: orNull(anyText()),
  bed_type: orNull(anyText()),
  bed: Type.Boolean(),
  meal_requirement: orNull(anyText()),
  food_restrictions: Type.Array(Type.String()),
  has_allergies: Type.Boolean(),
  wishes: Type.Array(Type.Object({ kind: Type.String(), detail: Type.String(), status: Type.String() })),
  extras: Type.Array(Extra),
})
const ofTrip = shownFields({
  serial: PlannedTrip.properties.serial,
  name: PlannedTrip.properties.name,
  departure_date: day(),
  return_date: day(),
})

/** The rooms, and travelers without a room below. */
export const RoomingList = Type.Object({
  ...ofTrip,
  rooms: Type.Array(
    Type.Object({
      number: Type.Integer(),
      bed_type: orNull(anyText()),
      booking_number: Type.String(),
      roommate_group: orNull(anyText()),
      travelers: Type.Array(Traveling),
    }),
  ),
  without_room: Type.Array(Traveling),
})

/** The rooms of a stay; before they are assigned they are proposed, without ids. */
export const StayRooms = Type.Object({
  ...shownFields({ id: ref(), check_in: day(), check_out: day(), is_assigned: flag() }),
  /** Of its rooms alone, for `If-Match`. */
  version: Type.Integer(),
  hotel: HotelOfStay,
  held: Type.Array(RoomBlock),
  rooms: Type.Array(
    Type.Object({
      id: orNull(ref()),
      number: Type.Integer(),
      type: Type.Enum([...roomTypes]),
      notes: orNull(anyText()),
      travelers: Type.Array(Traveling),
    }),
  ),
  without_room: Type.Array(Traveling),
  totals: Type.Array(Type.Object({ type: Type.Enum([...roomTypes]), held: Type.Integer(), used: Type.Integer() })),
})

/** Travelers with dietary restrictions. */
export const DietaryList = Type.Object({
  ...ofTrip,
  meals: Type.Array(Type.Object({ meal_requirement: Type.String(), label: Type.String(), count: Type.Integer() })),
  travelers: Type.Array(Traveling),
})
export const Allergies = Type.Array(
  Type.Object({ traveler_id: ref(), name: Type.String(), allergies: orNull(anyText()) }),
)
/** A departure in the calendar. */
export const CalendarTrip = Type.Object({
  ...StandingTrip.properties,
  assigned_leader: orNull(OfLeader),
  seats: Seats,
  ...shownFields({ guarantee_state: oneOf(guaranteeStates) }),
})
export const Manifest = Type.Object({
  ...shownFields({ id: ref(), serial, name, departure_date, return_date, status, assembly }),
  leader: orNull(Type.Object({ name: Type.String(), name_en: orNull(anyText()), mobile: orNull(anyText()) })),
  flights: Type.Array(
    Type.Object({
      direction: Type.String(),
      flight_number: Type.String(),
      origin: Type.String(),
      destination: Type.String(),
      departs_at: Type.String(),
      arrives_at: Type.String(),
      departs_local: Type.String({ examples: ['2027-01-28T09:30'] }),
      arrives_local: Type.String({ examples: ['2027-01-28T13:55'] }),
    }),
  ),
  seats: Seats,
  travelers: Type.Array(Traveling),
})
