import { customType, date, integer, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

// The columns that the peer reads.

const money = (name) => numeric(name, { mode: 'number' })
const moment = (name) => timestamp(name, { withTimezone: true })
const bytea = customType({ dataType: () => 'bytea' })

export const tokens = pgTable('tokens', {
  user_id: integer('user_id'),
  token_hash: bytea('token_hash'),
  expires_at: moment('expires_at'),
  last_used_at: moment('last_used_at'),
})
export const users = pgTable('users', { id: integer('id'), status: text('status') })

export const requests = pgTable('addon_requests', {
  id: integer('id'),
  request_number: text('request_number'),
  type_id: integer('type_id'),
  traveler_id: integer('traveler_id'),
  planned_trip_id: integer('planned_trip_id'),
  quantity: integer('quantity'),
  priority: text('priority'),
  department: text('department'),
  status: text('status'),
  status_since: moment('status_since'),
  response_deadline: moment('response_deadline'),
  needed_by: date('needed_by'),
  final_cost: money('final_cost'),
  quoted_price: money('quoted_price'),
  estimated_cost: money('estimated_cost'),
  currency: text('currency'),
  created_at: moment('created_at'),
})
export const types = pgTable('addon_request_types', {
  id: integer('id'),
  name: text('name'),
  name_en: text('name_en'),
  processing_time_hours: integer('processing_time_hours'),
})
export const entries = pgTable('addon_communications', {
  id: integer('id'),
  addon_request_id: integer('addon_request_id'),
  user_id: integer('user_id'),
})
export const reads = pgTable('addon_communication_reads', {
  user_id: integer('user_id'),
  communication_id: integer('communication_id'),
})

export const trips = pgTable('planned_trips', {
  id: integer('id'),
  serial: text('serial'),
  name: text('name'),
  name_en: text('name_en'),
  departure_date: date('departure_date'),
  return_date: date('return_date'),
  capacity: integer('capacity'),
  min_pax: integer('min_pax'),
  status: text('status'),
  assigned_leader_id: integer('assigned_leader_id'),
})
export const leaders = pgTable('tour_leaders', { id: integer('id'), name: text('name'), name_en: text('name_en') })

export const bookings = pgTable('bookings', {
  id: integer('id'),
  booking_number: text('booking_number'),
  planned_trip_id: integer('planned_trip_id'),
  contact_name: text('contact_name'),
  status: text('status'),
  payment_due_on: date('payment_due_on'),
  balance: money('balance'),
  total: money('total'),
  currency: text('currency'),
  created_at: moment('created_at'),
})
export const travelers = pgTable('travelers', {
  id: integer('id'),
  name: text('name'),
  booking_id: integer('booking_id'),
  status: text('status'),
})
