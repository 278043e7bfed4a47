import { type Static, Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { Traveler } from '../../travelers/schema.ts'
import { column } from '../kind.ts'

// What belongs to a traveler names it by its booking and its name.

const { name } = Traveler.properties
const Named = Type.Object({ traveler_name: name })
export type OfTraveler = { booking_id: number } & Static<typeof Named>

export const travelerColumn = column('traveler_name', name, { words: ['旅客姓名', 'Name of the traveler'] })

/** The traveler of a booking that is called so; of two with one name none is meant. */
export async function travelerNamed(tx: Tx, booking_id: number, called: string) {
  const rows = await tx
    .selectFrom('travelers')
    .select(['id', 'name', 'status'])
    .where('booking_id', '=', booking_id)
    .orderBy('id')
    .execute()
  const travelers = rows.filter(({ status }) => status === 'active')
  const same = travelers.filter((traveler) => traveler.name === called)
  if (same.length === 1 && same[0]) return same[0].id
  const names = travelers.map((traveler) => traveler.name)
  return refuseField(
    'traveler_name',
    same.length
      ? [
          `這張訂單有 ${same.length} 位「${called}」；請先改其中一位的姓名。`,
          `${same.length} travelers of the booking are called “${called}”: change the name of one first.`,
        ]
      : [
          `這張訂單沒有「${called}」。${names.length ? `旅客有：${names.join('、')}。` : '它還沒有旅客。'}`,
          `The booking has no “${called}”. ${names.length ? `It has: ${names.join(', ')}.` : 'It has no travelers yet.'}`,
        ],
  )
}

/** The travelers of a trip that are called so; of two with one name the number of the booking tells which: `王大同（CNX270128A-001）`. */
export async function travelersNamed(tx: Tx, planned_trip_id: number, called: readonly string[]) {
  const travelers = await tx
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.id', 'v.name', 'b.booking_number'])
    .where('b.planned_trip_id', '=', planned_trip_id)
    .where('v.status', '=', 'active')
    .orderBy('v.id')
    .execute()
  return called.map((said) => {
    const [, named = said, number] = /^([^(（]+)[(（]([^()（）]+)[)）]$/.exec(said) ?? []
    const same = travelers.filter(
      ({ name, booking_number }) => name === named.trim() && (number === undefined || booking_number === number.trim()),
    )
    if (same.length === 1 && same[0]) return same[0].id
    return refuseField(
      'traveler_names',
      same.length
        ? [
            `這個團有 ${same.length} 位「${said}」；請在姓名後加訂單編號，例如「${named}（${same[0]?.booking_number}）」。`,
            `${same.length} travelers of the trip are called “${said}”: add the booking number, as in “${named} (${same[0]?.booking_number})”.`,
          ]
        : [`這個團沒有旅客「${said}」。`, `The trip has no traveler “${said}”.`],
    )
  })
}
