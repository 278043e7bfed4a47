import { amountIn } from 'guidon-design/formats'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { notify } from '../../notifications/notify.ts'
import { concernedBy } from '../../travelers/notices.ts'
import type { PassengerType } from '../../travelers/schema.ts'

/** Notifies sales of a change that a customer requests, with the values and the price before and after. */
export async function notifyOfChangeRequest(tx: Tx, { change_request_id }: Events['change-request.asked']) {
  const { booking_id, traveler_id, traveler, ...request } = await asked(tx, change_request_id)
  const { serial, number, sales } = await concernedBy(tx, booking_id)
  const params = { serial, number, traveler, ...differencesIn(request), reason: null }
  await notify(tx, { who: sales, event: 'change-request.asked', params, about: { type: 'traveler', id: traveler_id } })
}

/** Notifies the contact of the booking of the decision. */
export async function notifyOfDecidedChange(
  tx: Tx,
  { change_request_id, actor_id, what }: Events['change-request.decided'],
) {
  const { booking_id, traveler_id, traveler, decline_reason, ...request } = await asked(tx, change_request_id)
  const { serial, number, customer } = await concernedBy(tx, booking_id)
  await notify(tx, {
    who: customer,
    event: `change-request.${what}`,
    params: { serial, number, traveler, ...differencesIn(request), reason: decline_reason },
    about: { type: 'traveler', id: traveler_id },
    except: actor_id,
  })
}

/** Notifies sales of what a customer has filled in, because names may already be on tickets. */
export async function notifyOfCompletion(
  tx: Tx,
  { traveler_id, booking_id, fields, before, after }: Events['traveler.completed'],
) {
  const { serial, number, sales } = await concernedBy(tx, booking_id)
  const { name, surname_en, given_name_en, bed, bed_type, roommate_group } = before
  const changes = differencesIn({
    ...after,
    fields,
    ...{ name_before: name, surname_en_before: surname_en, given_name_en_before: given_name_en },
    ...{ bed_before: bed, bed_type_before: bed_type, roommate_group_before: roommate_group },
    ...{ passenger_type_before: before.passenger_type, passenger_type_after: after.passenger_type },
    ...{ price_before: before.total, price_after: after.total },
  })
  const params = { serial, number, fields, traveler: after.name, ...changes }
  await notify(tx, { who: sales, event: 'traveler.completed', params, about: { type: 'traveler', id: traveler_id } })
}

const asked = (tx: Tx, id: number) =>
  tx
    .selectFrom('change_requests as c')
    .innerJoin('travelers as v', 'v.id', 'c.traveler_id')
    .selectAll('c')
    .select(['v.booking_id', 'v.name as traveler'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()

type Text = 'name' | 'surname_en' | 'given_name_en' | 'roommate_group' | 'bed_type'
type Compared = { [field in Text | `${Text}_before`]: string | null } & {
  fields: readonly string[]
  bed: boolean | null
  bed_before: boolean | null
  passenger_type_before: PassengerType | null
  passenger_type_after: PassengerType | null
  currency: string
  price_before: number
  price_after: number
}

// One line for each field that differs. A birth date is encrypted, so the line names the passenger type that follows from it.
const differencesIn = (it: Compared) => {
  const isNamed = (field: string) => it.fields.includes(field)
  const text = (field: Exclude<Text, 'bed_type'>) =>
    isNamed(field) && it[field] !== it[`${field}_before`]
      ? `${it[`${field}_before`] ?? '—'} → ${it[field] ?? '—'}`
      : null
  const [isAged, isBedded, isOfType] = [isNamed('birth_date'), isNamed('bed'), isNamed('bed_type')]
  return {
    name: text('name'),
    surname_en: text('surname_en'),
    given_name_en: text('given_name_en'),
    roommates: text('roommate_group'),
    type_before: isAged ? (it.passenger_type_before ?? 'adult') : null,
    type_after: isAged ? (it.passenger_type_after ?? 'adult') : null,
    bed_before: isBedded ? bedCode(it.bed_before) : null,
    bed_after: isBedded ? bedCode(it.bed) : null,
    bed_type_before: isOfType ? (it.bed_type_before ?? 'none') : null,
    bed_type_after: isOfType ? (it.bed_type ?? 'none') : null,
    price:
      it.price_before === it.price_after
        ? null
        : `${amountIn(it.currency, it.price_before)} → ${amountIn(it.currency, it.price_after)}`,
  }
}

const bedCode = (bed: boolean | null) => (bed ? 'own' : 'none')
