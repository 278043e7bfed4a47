type Declaration = { file: string; schema: string; tables: string[] }

const at = (file: string, schema: string, ...tables: string[]): Declaration => ({ file, schema, tables })

/** The file that declares each record, and its tables. */
export const declarations = {
  season: at('seasons.ts', 'fields', 'seasons'),
  'priority of a leader': at('leader-priorities/schema.ts', 'RegionalPriority', 'leader_regional_priorities'),
  'airline route': at('airlines/schema.ts', 'Route', 'airline_routes'),
  user: at('users/user.ts', 'User', 'users'),
  webhook: at('webhooks/webhook.ts', 'Webhook', 'webhooks'),
  'tour leader': at('tour-leaders/schema.ts', 'TourLeader', 'tour_leaders'),
  'file of a leader': at('tour-leaders/files.ts', 'LeaderFile', 'leader_files'),
  unavailability: at('leader-calendar/unavailability.ts', 'Unavailability', 'leader_unavailabilities'),
  package: at('packages/schema.ts', 'Package', 'packages'),
  'country of a package': at('packages/schema.ts', 'PackageCountry', 'package_countries'),
  'day of a package and of a trip': at('packages/schema.ts', 'Stretch', 'package_segments', 'planned_trip_segments'),
  'amount of a price': at('packages/schema.ts', 'Amounts', 'package_prices'),
  'planned trip': at('planned-trips/trip.ts', 'PlannedTrip', 'planned_trips'),
  leg: at('planned-trips/legs.ts', 'Leg', 'planned_trip_segment_legs'),
  'deadline of a trip': at('planned-trips/deadlines.ts', 'TripDeadline', 'trip_deadlines'),
  handover: at('planned-trips/handovers/handover.ts', 'TripHandover', 'trip_handovers'),
  flight: at('trip-flights/schema.ts', 'Flight', 'planned_trip_flights'),
  seminar: at('seminars/seminar.ts', 'Seminar', 'seminars'),
  session: at('seminars/session.ts', 'Session', 'seminar_sessions'),
  attendance: at('seminars/attendances.ts', 'Attendance', 'session_attendances'),
  booking: at('bookings/booking.ts', 'Booking', 'bookings'),
  'line of a price': at('bookings/booking.ts', 'PriceLine', 'booking_price_lines'),
  payment: at('bookings/booking.ts', 'Payment', 'booking_payments'),
  traveler: at('travelers/schema.ts', 'Traveler', 'travelers'),
  'document of a traveler': at('traveler-documents/schema.ts', 'TravelerDocument', 'traveler_documents'),
  'request of a traveler': at('traveler-requests/schema.ts', 'TravelerRequest', 'traveler_requests'),
  'add-on category': at('addon-requests/types.ts', 'Category', 'addon_categories'),
  'add-on request': at('addon-requests/request.ts', 'AddonRequest', 'addon_requests'),
  'entry of a conversation': at('addon-requests/request.ts', 'Communication', 'addon_communications'),
  'add-on type': at('addon-requests/types.ts', 'RequestType', 'addon_request_types'),
} satisfies Record<string, Declaration>
export type RecordName = keyof typeof declarations
