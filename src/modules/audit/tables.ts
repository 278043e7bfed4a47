/** Tables whose audit all staff may read, one record at a time. */
// biome-ignore format: a list of names.
export const staffTables: readonly string[] = [
  'addon_categories', 'addon_request_types', 'addon_requests', 'airline_routes', 'airlines', 'airports', 'approvals', 'attachments',
  'booking_concessions', 'booking_messages', 'booking_payments', 'booking_price_lines', 'bookings', 'branches', 'cancellation_requests', 'cancellation_terms', 'categories', 'change_requests', 'cities', 'continents', 'countries', 'day_notes', 'deadline_templates', 'exchange_rates',
  'geographical_areas', 'hotels', 'house', 'incidents', 'leader_accounts', 'leader_advances', 'leader_country_priorities', 'leader_regional_priorities',
  'leader_unavailabilities', 'legal_receipt_allowances', 'legal_receipts', 'line_friends', 'margin_invoices', 'money_months', 'package_pictures', 'package_prices', 'package_segments', 'packages', 'payment_reminders', 'payment_reports', 'payment_requests', 'payment_silences', 'person_records', 'persons', 'planned_trip_flights',
  'planned_trip_segment_legs', 'planned_trip_segments', 'planned_trip_stays', 'planned_trips', 'receipt_books', 'receipt_buyers', 'receiving_accounts', 'refund_orders', 'regions', 'roll_calls', 'seasons', 'seminar_sessions',
  'seminars', 'session_attendances', 'site', 'site_pages', 'spoiled_receipts', 'stay_rooms', 'suppliers', 'tour_leaders', 'trip_feedback', 'traveler_documents', 'traveler_requests', 'travelers',
  'trip_costs', 'trip_deadlines', 'trip_expenses', 'trip_handovers', 'trip_messages', 'trip_papers',
]

/** Tables whose audit only those roles may read, one record at a time, that read the records themselves: what people asked. */
export const sellerTables: readonly string[] = ['enquiries']

/** The same for departments: the papers of leaders. */
export const departmentTables: readonly string[] = ['leader_files']

/** Tables whose audit only administrators may read: imports, files of banks, cash, accounts with their second factors, and the settings of webhooks, providers of payments and electronic receipts. */
export const adminTables: readonly string[] = [
  'bank_debits',
  'bank_file_mappings',
  'bank_lines',
  'bank_statements',
  'card_refunds',
  'cash_counts',
  'cash_handovers',
  'cheques',
  'import_forms',
  'imports',
  'line_channel',
  'payment_provider_keys',
  'payment_providers',
  'provider_settlements',
  'receipt_platform',
  'receipt_platform_keys',
  'second_factors',
  'users',
  'webhook_secrets',
  'webhooks',
]
