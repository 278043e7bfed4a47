import type { ListAuditQuery } from 'guidon-sdk'

/** Tables whose names differ from their paths. */
const tables: Record<string, string> = {
  'addon-requests/categories': 'addon_categories',
  'addon-requests/types': 'addon_request_types',
  'airlines/routes': 'airline_routes',
  'bookings/briefings': 'session_attendances',
  'bookings/payments': 'booking_payments',
  'bookings/price-lines': 'booking_price_lines',
  'packages/pictures': 'package_pictures',
  'packages/prices': 'package_prices',
  'planned-trips/costs': 'trip_costs',
  'planned-trips/deadlines': 'trip_deadlines',
  'planned-trips/legs': 'planned_trip_segment_legs',
  'planned-trips/segments': 'planned_trip_segments',
  'planned-trips/stays': 'planned_trip_stays',
  'site/pages': 'site_pages',
  sessions: 'seminar_sessions',
  'sessions/attendances': 'session_attendances',
  'tour-leaders/files': 'leader_files',
}

/** The record that a path of the API changes: `/api/planned-trips/7/deadlines/3` is deadline 3. */
export const recordIn = (path: string): Pick<ListAuditQuery, 'table_name' | 'record_id'> | undefined => {
  const [, way = '', id] = /^\/api\/(.*)\/(\d+)(?:\/[a-z-]+)*$/.exec(path) ?? []
  // There is one agency, so its path has no id.
  if (path === '/api/house') return { table_name: 'house', record_id: 1 }
  if (!id) return undefined
  const name = way.replace(/\/\d+/g, '')
  return { table_name: tables[name] ?? name.replaceAll('-', '_'), record_id: Number(id) }
}
