type Declaration = { file: string; schema: string; tables: string[] }

const at = (folder: string, schema: string, ...tables: string[]): Declaration => ({
  file: `${folder}/schema.ts`,
  schema,
  tables,
})

/** The file that declares each record, and its tables. */
export const declarations = {
  season: { file: 'seasons.ts', schema: 'fields', tables: ['seasons'] },
  'priority of a leader': at('leader-priorities', 'RegionalPriority', 'leader_regional_priorities'),
  'airline route': at('airlines', 'Route', 'airline_routes'),
  user: at('users', 'User', 'users'),
  webhook: at('webhooks', 'Webhook', 'webhooks'),
  'tour leader': at('tour-leaders', 'TourLeader', 'tour_leaders'),
  'file of a leader': at('tour-leaders/files', 'LeaderFile', 'leader_files'),
  unavailability: at('leader-calendar', 'Unavailability', 'leader_unavailabilities'),
  package: at('packages', 'Package', 'packages'),
  'country of a package': at('packages', 'PackageCountry', 'package_countries'),
  'day of a package and of a trip': at('packages', 'Stretch', 'package_segments', 'planned_trip_segments'),
  'amount of a price': at('packages', 'Amounts', 'package_prices'),
  'planned trip': at('planned-trips', 'PlannedTrip', 'planned_trips'),
  leg: at('planned-trips/itinerary', 'Leg', 'planned_trip_segment_legs'),
  'deadline of a trip': at('planned-trips/deadlines', 'TripDeadline', 'trip_deadlines'),
  handover: at('planned-trips/handovers', 'TripHandover', 'trip_handovers'),
  flight: at('trip-flights', 'Flight', 'planned_trip_flights'),
  seminar: at('seminars', 'Seminar', 'seminars'),
  session: at('seminars', 'Session', 'seminar_sessions'),
  attendance: at('seminars', 'Attendance', 'session_attendances'),
  booking: at('bookings', 'Booking', 'bookings'),
  'line of a price': at('bookings', 'PriceLine', 'booking_price_lines'),
  payment: at('bookings', 'Payment', 'booking_payments'),
  traveler: at('travelers', 'Traveler', 'travelers'),
  'document of a traveler': at('traveler-documents', 'TravelerDocument', 'traveler_documents'),
  'request of a traveler': at('traveler-requests', 'TravelerRequest', 'traveler_requests'),
  'add-on category': at('addon-requests', 'Category', 'addon_categories'),
  'add-on request': at('addon-requests', 'AddonRequest', 'addon_requests'),
  'entry of a conversation': at('addon-requests', 'Communication', 'addon_communications'),
  'add-on type': at('addon-requests', 'RequestType', 'addon_request_types'),
} satisfies Record<string, Declaration>
export type RecordName = keyof typeof declarations
