import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedHouse } from '../house.ts'

const { app } = await sharedHouse()

/** Ids in lists that have no names beside them, with the reason. `*` stands for every list. */
const reasons: Record<string, string> = {
  '* line_id': 'an account at LINE, not a record',
  '* national_id': 'an identity number, not a record',
  'suppliers tax_id': 'the number of a company, not a record',
  'addon-requests booking_id': 'its traveler and its trip are named',
  'addon-requests offer_id': 'an entry of its own conversation',
  'addon-requests/communications/pending-responses addon_request_id': 'shown as `request`',
  'airlines/{id}/routes airline_id': 'the airline of the path',
  'audit actor_id': 'shown as `actor_name`, as it was called then',
  'audit request_id': 'a request over HTTP, not a record',
  'bookings enquiry_id': 'what it was made of; departments do not read enquiries',
  'bookings publication_id': 'a version of the content of its trip, which has no name',
  'enquiries session_attendance_id': 'the guest of a talk, who is named by the enquiry',
  'expenses cost_id': 'the cost that it became, which has its words',
  'expenses entry_id': 'no record: the number that a phone gave the entry',
  'expenses tour_leader_id': 'named as the leader',
  'incidents entry_id': 'no record: the number that a phone gave the entry',
  'geographical-areas controller_user_id': 'customers and leaders read areas and do not learn who controls them',
  'money/refunds-due payment_id': 'a payment of the booking, which is named',
  'bank-lines settlement_id': 'the lump that the line is, with its amount',
  'provider-settlements bank_line_id': 'the line with the day and the amount of the lump',
  'payment-requests receiving_account_id': 'the account, whose bank and number are told as they were then',
  'payment-requests replaced_by_id': 'a request of the booking, which is named',
  'payment-reports payment_id': 'a payment of the booking, which is named',
  'refund-orders obligation_id': 'an amount that the booking, which is named, is owed',
  'refund-orders payment_id': 'a payment of the booking, which is named',
  'sessions/{id}/attendances enquiry_id': 'made of the guest itself',
  'sessions/{id}/attendances session_id': 'the session of the path',
  'tour-leaders user_id': 'the account of the leader itself',
  'travelers open_change_request_id': 'a request about the traveler itself',
  'users tour_leader_id': 'the leader that the account itself belongs to',
  'webhooks/{id}/deliveries message_id': 'the id of a message, not a record',
  'webhooks/{id}/deliveries webhook_id': 'the webhook of the path',
}

const staff = ['sales', 'department', 'manager', 'admin']
const lists = app.catalogue.flatMap(({ methods, path, access, query, returns }) => {
  const isRead = access === 'signed-in' || (Array.isArray(access) && staff.some((role) => access.includes(role)))
  const row = returns.schema.properties?.data?.items?.properties
  return methods.includes('GET') && isRead && query?.properties?.per_page && row
    ? [{ path, fields: Object.keys(row) }]
    : []
})

/** Beside the id of a planned trip, the field is called `trip`. */
const nameOf = (id: string) => id.replace(/_id$/, '').replace('planned_trip', 'trip')

test('every id in a list that staff read has the names of its record beside it, or a reason for having none', () => {
  assert.ok(lists.length > 25, `only ${lists.length} lists were found`)
  const bare = lists.flatMap(({ path, fields }) =>
    fields
      .filter((field) => field.endsWith('_id') && !fields.includes(nameOf(field)))
      .map((field) => (reasons[`* ${field}`] ? `* ${field}` : `${path.replace('/api/', '')} ${field}`)),
  )
  assert.deepEqual([...new Set(bare)].sort(), Object.keys(reasons).sort())
})
