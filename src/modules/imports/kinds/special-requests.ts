import type { Static } from 'typebox'
import { remove } from '../../../kit/db/rows.ts'
import { without } from '../../../kit/fields.ts'
import { enterSpecialRequest } from '../../traveler-requests/actions.ts'
import { TravelerRequest } from '../../traveler-requests/schema.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { columns, inList, type Kind, keyFrom, oneByOne } from '../kind.ts'
import { bookingColumn } from './bookings.ts'
import { type OfTraveler, travelerColumn, travelerNamed } from './of-traveler.ts'

const fields = without(TravelerRequest, ['traveler_id'])

export const specialRequestKind: Kind = {
  code: 'traveler-requests',
  noun: importKindWords['traveler-requests'],
  of: 'traveler_requests',
  columns: [
    bookingColumn,
    travelerColumn,
    ...columns(fields.properties, {
      kind: { ...inList('traveler_request_kind'), example: 'room' },
      status: inList('traveler_request_status'),
    }),
  ],
  keyOf: keyFrom('booking_number', 'traveler_name', 'kind', 'detail'),
  isPersonal: true,
  namesTravelers: true,
  write: oneByOne(
    async ({ tx, actor_id }, { booking_id, traveler_name, ...body }: OfTraveler & Static<typeof fields>) =>
      enterSpecialRequest(tx, actor_id, { ...body, traveler_id: await travelerNamed(tx, booking_id, traveler_name) }),
  ),
  remove: ({ tx }, id) => remove(tx, specialRequestKind.of, id),
}
