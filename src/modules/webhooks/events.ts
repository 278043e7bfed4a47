import { type Static, type TObject, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events, Subscribers } from '../../kit/events.ts'
import { day, flag, line, nullable, oneOf, ref } from '../../kit/fields.ts'
import type { Words } from '../../kit/words/words.ts'
import { receiptNews } from '../legal-receipts/flow.ts'

type Deliver = (tx: Tx, event: string, about: object) => Promise<unknown>

/** An event that other systems can subscribe to, and the part of its payload that is sent: ids and codes, never personal data. */
const event = <N extends keyof Events & string, D extends TObject>(
  of: N,
  says: Words,
  data: D,
  give: (payload: Events[N]) => Static<D>,
) => ({
  says,
  data,
  /** Subscribes to the internal event and sends it under this name. */
  notice: (name: string, deliver: Deliver): Subscribers => ({
    [of]: { [`webhooks ${name}`]: (tx: Tx, payload: Events[N]) => deliver(tx, name, give(payload)) },
  }),
})

const id = ref()
const word = (example: string) => line(40, example)

/** All events that are sent. A new event is a new row; an existing row never changes its meaning. */
// biome-ignore format: a table is read in rows.
export const webhookEvents = {
  'addon_request.created': event('addon-request.created', ['新的加購需求', 'An add-on request was made'],
    Type.Object({ id, needs_quote: flag(), needs_approval: flag() }),
    ({ about, needs_quote, needs_approval }) => ({ id: about.id, needs_quote, needs_approval })),

  'addon_request.turned': event('addon-request.turned', ['加購需求有了進展', 'A turn was taken in its conversation'],
    Type.Object({ id, turn: word('sales-forward'), answer: nullable(word('accepted')), communication_id: ref() }),
    ({ about, turn, answer, entry_id }) => ({ id: about.id, turn, answer: answer ?? null, communication_id: entry_id })),

  'addon_request.message_posted': event('addon-request.said', ['加購需求有新的訊息', 'A message was written in its conversation'],
    Type.Object({ id, communication_id: ref(), is_internal: flag() }),
    ({ about, entry_id, is_internal }) => ({ id: about.id, communication_id: entry_id, is_internal })),

  'booking.turned': event('booking.entered', ['訂單有了進展', 'A booking was made, confirmed, cancelled …'],
    Type.Object({ id, turn: word('register') }),
    ({ booking_id, step }) => ({ id: booking_id, turn: step })),

  'booking.message_posted': event('booking-message.written', ['訂單有新的訊息', 'The customer or the agency wrote about a booking'],
    Type.Object({ id, message_id: ref(), from: oneOf(['customer', 'agency']) }),
    ({ booking_id, message_id, from }) => ({ id: booking_id, message_id, from })),

  'line_thread.message_received': event('line-message.received', ['LINE 有新訊息', 'A customer or a leader wrote on LINE'],
    Type.Object({ id, message_id: ref() }),
    ({ line_friend_id, message_id }) => ({ id: line_friend_id, message_id })),

  'booking.transferred': event('booking.transferred', ['訂單轉團', 'A booking was moved to another trip'],
    Type.Object({ id, from_planned_trip_id: ref(), to_planned_trip_id: ref() }),
    ({ booking_id, from, to }) => ({ id: booking_id, from_planned_trip_id: from, to_planned_trip_id: to })),

  'approval.changed': event('approval.changed', ['核准申請異動', 'An approval was asked for, given, declined or withdrawn'],
    Type.Object({ id, what: oneOf(['asked', 'approved', 'declined', 'withdrawn']) }),
    ({ approval_id, what }) => ({ id: approval_id, what })),

  'enquiry.changed': event('enquiry.changed', ['洽詢異動', 'An enquiry came, was handed over, or took a step'],
    Type.Object({ id, what: oneOf(['asked', 'handed_over', 'in_touch', 'quoted', 'won', 'lost']) }),
    ({ enquiry_id, what }) => ({ id: enquiry_id, what })),

  'cheque.changed': event('cheque.changed', ['支票異動', 'A cheque was handed in, paid into the bank, has cleared or bounced, or was given back'],
    Type.Object({ id, what: oneOf(['received', 'deposited', 'cleared', 'bounced', 'returned', 'reopened']) }),
    ({ cheque_id, what }) => ({ id: cheque_id, what })),

  'legal-receipt.changed': event('legal-receipt.changed', ['代收轉付收據異動', 'A legal receipt was issued, refused, voided or allowed in part, or is asked to be'],
    Type.Object({ id, what: oneOf(receiptNews) }),
    ({ legal_receipt_id, what }) => ({ id: legal_receipt_id, what })),

  'payment.changed': event('payment.changed', ['收款或退款', 'A payment or a refund was recorded, or declared void'],
    Type.Object({ id, booking_id: ref(), what: oneOf(['received', 'refunded', 'voided']) }),
    ({ payment_id, booking_id, what }) => ({ id: payment_id, booking_id, what })),

  'payment_report.changed': event('payment-report.changed', ['客戶回報付款', 'A customer said that it had paid, or its report was recorded, refused or opened again'],
    Type.Object({ id, booking_id: ref(), what: oneOf(['reported', 'recorded', 'refused', 'reopened']) }),
    ({ payment_report_id, booking_id, what }) => ({ id: payment_report_id, booking_id, what })),

  'payment_reminder.sent': event('payment-reminder.sent', ['付款提醒', 'A customer was reminded of a payment, by a rule or by a person'],
    Type.Object({ id, booking_id: ref(), how: oneOf(['rule', 'person']) }),
    ({ payment_reminder_id, booking_id, how }) => ({ id: payment_reminder_id, booking_id, how })),

  'payment_request.changed': event('payment-request.changed', ['請款', 'A customer was asked for money, or is not asked any more'],
    Type.Object({ id, booking_id: ref(), what: oneOf(['asked', 'paid', 'expired', 'cancelled', 'reopened']) }),
    ({ payment_request_id, booking_id, what }) => ({ id: payment_request_id, booking_id, what })),

  'provider_settlement.changed': event('provider-settlement.changed', ['金流撥款', 'The lump of a provider of payments was found in the bank, or that was taken back'],
    Type.Object({ id, what: oneOf(['settled', 'undone']) }),
    ({ settlement_id, what }) => ({ id: settlement_id, what })),

  'refund_order.changed': event('refund-order.changed', ['退款單異動', 'A refund was ordered, approved, refused or paid, is to be paid again, or was found in a file of the bank'],
    Type.Object({ id, booking_id: ref(), what: oneOf(['asked', 'approved', 'refused', 'paid', 'reopened', 'confirmed', 'unconfirmed']) }),
    ({ refund_order_id, booking_id, what }) => ({ id: refund_order_id, booking_id, what })),

  'traveler.added': event('traveler.added', ['新增旅客', 'A traveler was added'],
    Type.Object({ id, booking_id: ref() }),
    ({ traveler_id, booking_id }) => ({ id: traveler_id, booking_id })),

  'traveler.changed': event('traveler.changed', ['旅客資料異動', 'Fields of a traveler changed; their names, not their values'],
    Type.Object({ id, booking_id: ref(), fields: Type.Array(word('passport_expires_on')) }),
    ({ traveler_id, booking_id, fields }) => ({ id: traveler_id, booking_id, fields })),

  'traveler.erased': event('traveler.erased', ['旅客個資已刪除', 'A person was forgotten here, and should be elsewhere'],
    Type.Object({ id, booking_id: ref() }),
    ({ traveler_id, booking_id }) => ({ id: traveler_id, booking_id })),

  'traveler_document.changed': event('traveler-document.changed', ['旅客證件與文件異動', 'A traveler document was asked for, received, verified …'],
    Type.Object({ id, what: word('received') }),
    ({ document_id, what }) => ({ id: document_id, what })),

  'traveler_request.changed': event('traveler-request.changed', ['旅客需求異動', 'A request of a traveler was made, or its status changed'],
    Type.Object({ id, what: word('made') }),
    ({ request_id, what }) => ({ id: request_id, what })),

  'planned_trip.status_changed': event('planned-trip.entered', ['出團狀態變更', 'A planned trip entered a status'],
    Type.Object({ id, from: word('open'), to: word('guaranteed') }),
    ({ planned_trip_id, from, status }) => ({ id: planned_trip_id, from, to: status })),

  'planned_trip.moved': event('planned-trip.moved', ['出團日期異動', 'A planned trip departs on another day'],
    Type.Object({ id, from: day(), to: day() }),
    ({ planned_trip_id, from, to }) => ({ id: planned_trip_id, from, to })),

  'planned_trip.leader_changed': event('trip-leader.changed', ['領隊指派異動', 'Another leader, or none, was assigned'],
    Type.Object({ id, duty: word('assigned'), from_tour_leader_id: nullable(ref()), to_tour_leader_id: nullable(ref()) }),
    ({ planned_trip_id, duty, from, to }) => ({ id: planned_trip_id, duty, from_tour_leader_id: from, to_tour_leader_id: to })),

  'planned_trip.entry_made': event('trip-entry.made', ['領隊登錄了紀錄', 'A leader or the office wrote an entry about a trip on the road'],
    Type.Object({ id, kind: word('day_notes'), entry_id: ref() }),
    ({ planned_trip_id, kind, entry }) => ({ id: planned_trip_id, kind, entry_id: entry })),

  'incident.changed': event('incident.changed', ['事故異動', 'An incident on a trip was reported, has news, was taken in charge, passed on to the authority, or closed'],
    Type.Object({ id, planned_trip_id: ref(), what: oneOf(['reported', 'updated', 'taken', 'passed_on', 'closed']) }),
    ({ incident_id, planned_trip_id, what }) => ({ id: incident_id, planned_trip_id, what })),

  'trip_expense.decided': event('trip-expense.decided', ['領隊支出已決定', 'An expense of a leader was approved, questioned or refused'],
    Type.Object({ id, planned_trip_id: ref(), what: oneOf(['approved', 'questioned', 'refused']) }),
    ({ trip_expense_id, planned_trip_id, what }) => ({ id: trip_expense_id, planned_trip_id, what })),

  'planned_trip.handover_changed': event('trip-handover.changed', ['交接異動', 'A trip was handed over, accepted or returned'],
    Type.Object({ id, handover_id: ref() }),
    ({ planned_trip_id, handover_id }) => ({ id: planned_trip_id, handover_id })),

  'planned_trip.flights_changed': event('trip-flights.changed', ['航班異動', 'The flights of a trip changed'],
    Type.Object({ id, added: Type.Array(ref()), changed: Type.Array(ref()), removed: Type.Array(ref()) }),
    ({ planned_trip_id, added, changed, removed }) => ({ id: planned_trip_id, added, changed, removed })),

  'seminar_session.changed': event('seminar-session.changed', ['說明會場次異動', 'A seminar session was moved or cancelled'],
    Type.Object({ id, what: oneOf(['moved', 'cancelled']) }),
    ({ session_id, what }) => ({ id: session_id, what })),

  'leader_unavailability.entered': event('leader-unavailability.entered', ['領隊請假', 'Days off were entered or asked for'],
    Type.Object({ id, status: word('requested') }),
    ({ unavailability_id, status }) => ({ id: unavailability_id, status })),

  'leader_unavailability.decided': event('leader-unavailability.decided', ['領隊請假已決定', 'Days off were decided on'],
    Type.Object({ id, decision: word('approve') }),
    ({ unavailability_id, decision }) => ({ id: unavailability_id, decision })),
}

/** Sent when an administrator asks for it, to any webhook. */
export const testEvent = {
  'webhook.test': { says: ['測試訊息', 'A test, sent on request'] as const, data: Type.Object({ id }) },
}

export const webhookTypes = Object.keys(webhookEvents)
