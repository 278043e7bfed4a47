import { type Static, type TObject, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { labelled, money, ref, without } from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import { hasOneOf, type Role } from '../../kit/http/server/guard.ts'
import type { Words } from '../../kit/words/words.ts'
import { NewLine } from '../bookings/booking.ts'
import { cancelBooking } from '../bookings/cancel.ts'
import { Cancellation } from '../bookings/cancellation-cost.ts'
import { setAskedInfantPrice } from '../bookings/change.ts'
import { acceptChange } from '../bookings/change-requests/decide.ts'
import { approvers, cashiers, editors, refunders } from '../bookings/flow.ts'
import { refuseOwnPayment, voidAsked } from '../bookings/payments.ts'
import { addLine, removeLine } from '../bookings/price-lines.ts'
import { Transfer, transferBooking } from '../bookings/transfer.ts'
import { cancelTraveler } from '../travelers/cancel.ts'
import { changeTraveler } from '../travelers/change.ts'
import { TravelerChange } from '../travelers/schema.ts'
import type { Deciding } from './deciding.ts'

type Asked<Params> = { booking_id: number; reason: string; params: Params }

/** One kind of approval. Everything else (table, routes, notices, list) is the same for all of them. */
type KindOf<Params extends TObject> = {
  words: Words
  /** The roles that ask for it. */
  asks: readonly Role[]
  /** The roles that approve or decline it. */
  decides: readonly Role[]
  /** What is asked. A `birth_date` in it is sealed with the key of its `traveler_id`. */
  params: Params
  /** Does what was asked, by the same action as without an approval, as whoever approves. */
  apply(tx: Tx, by: Deciding, asked: Asked<Static<Params>>): Promise<unknown>
  /** Refuses whoever has the role, and yet may not approve this one. */
  refuses?(tx: Tx, by: Deciding, asked: Asked<Static<Params>>): Promise<unknown>
}
export type Kind = KindOf<TObject>

const kind = <Params extends TObject>(row: KindOf<Params>): Kind => row

const { birth_date, bed, bed_type, roommate_group, ticket_handling } = TravelerChange.properties

/** The registry: a new kind is one entry here. Its key is the code of the kind, and with hyphens the end of the path of its route. */
export const kinds = {
  discount: kind({
    words: ['超過上限的優惠', 'Discount above the limit'],
    asks: editors,
    decides: approvers,
    params: without(NewLine, ['kind', 'override', 'reason']),
    apply: (tx, { roles }, { booking_id, reason, params }) =>
      addLine(tx, booking_id, roles, { ...params, kind: 'discount', override: true, reason }),
  }),
  surcharge: kind({
    words: ['超過上限的加價', 'Surcharge above the limit'],
    asks: editors,
    decides: approvers,
    params: without(NewLine, ['kind', 'override', 'reason']),
    apply: (tx, { roles }, { booking_id, reason, params }) =>
      addLine(tx, booking_id, roles, { ...params, kind: 'surcharge', override: true, reason }),
  }),
  fee_waived: kind({
    words: ['免收取消手續費', 'Cancellation fee waived'],
    asks: editors,
    decides: approvers,
    params: Type.Object({ line_id: ref() }),
    apply: (tx, { roles, actor_id }, { booking_id, reason, params: { line_id } }) =>
      removeLine(tx, booking_id, line_id, { roles, actor_id, reason }),
  }),
  infant_price: kind({
    words: ['調降嬰兒價', 'Lower price of infants'],
    asks: editors,
    decides: approvers,
    params: Type.Object({ infant_price: labelled(money(), ['嬰兒價', 'Infant price']) }),
    apply: (tx, _by, { booking_id, params }) => setAskedInfantPrice(tx, booking_id, Number(params.infant_price)),
  }),
  traveler_changed: kind({
    words: ['降低團費的旅客變更', 'Change of a traveler that lowers the price'],
    asks: editors,
    decides: approvers,
    params: Type.Object({ traveler_id: ref(), birth_date, bed, bed_type, roommate_group, ticket_handling }),
    apply: (tx, by, { params: { traveler_id, ...change } }) => changeTraveler(tx, by, traveler_id, change, undefined),
  }),
  change_accepted: kind({
    words: ['接受降低團費的客戶變更', "Acceptance of a customer's change that lowers the price"],
    asks: editors,
    decides: approvers,
    params: Type.Object({ change_request_id: labelled(ref(), ['變更申請', 'Change request']) }),
    apply: (tx, by, { params }) => acceptChange(tx, asEditor(by), params.change_request_id, undefined),
  }),
  traveler_cancelled: kind({
    words: ['取消旅客，保留原優惠', 'Traveler cancelled while the discounts stay'],
    asks: editors,
    decides: approvers,
    params: Type.Object({ traveler_id: ref() }),
    apply: (tx, by, { params }) => cancelTraveler(tx, asEditor(by), params.traveler_id, undefined),
  }),
  booking_transferred: kind({
    words: ['轉團，保留原優惠', 'Transfer while the discounts stay'],
    asks: editors,
    decides: approvers,
    params: without(Transfer, ['dry_run']),
    apply: (tx, by, { booking_id, params }) =>
      transferBooking(tx, booking_id, params, { ...asEditor(by), expected: undefined }),
  }),
  booking_cancelled: kind({
    words: ['以旅行社事由或較低費用取消訂單', "Cancellation for the agency's cause, or for a lower fee"],
    asks: editors,
    decides: approvers,
    params: without(Cancellation, ['dry_run']),
    apply: (tx, by, { booking_id, params }) => cancelBooking(tx, booking_id, params, asEditor(by)),
  }),
  payment_voided: kind({
    words: ['作廢收款或退款', 'Payment or refund voided'],
    asks: cashiers,
    decides: refunders,
    params: Type.Object({ payment_id: labelled(ref(), ['款項', 'Payment']) }),
    apply: (tx, { actor_id }, { booking_id, reason, params }) =>
      voidAsked(tx, { id: booking_id, payment: params.payment_id }, reason, actor_id),
    refuses: (tx, { actor_id }, { booking_id, params }) =>
      refuseOwnPayment(tx, { id: booking_id, payment: params.payment_id }, actor_id),
  }),
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof kinds

/** A manager does what sales do only here, because sales have asked for it. */
const asEditor = <By extends Deciding>(by: By): By => ({ ...by, roles: [...by.roles, 'sales'] })

export function isKind(name: string): name is KindName {
  return Object.hasOwn(kinds, name)
}

/** The kinds that accounts with these roles approve or decline. */
export function kindsDecidedBy(roles: readonly Role[]): string[] {
  return namesOf(kinds).filter((name) => hasOneOf(roles, kinds[name].decides))
}
