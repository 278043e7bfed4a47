import { Type } from 'typebox'
import { labelled, text, without } from '../../../kit/fields.ts'
import { enterRequest, NewRequest, removeEnteredRequest } from '../../addon-requests/open.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { column, columns, inList, type Kind, keyFrom, oneByOne, reference } from '../kind.ts'
import { bookingColumn } from './bookings.ts'
import { type OfTraveler, travelerColumn, travelerNamed } from './of-traveler.ts'

const fields = without(NewRequest, ['type_id', 'traveler_id', 'details', 'message', 'again']).properties

type Asked = Omit<NewRequest, 'traveler_id' | 'details' | 'message' | 'again'> & { wish?: string }

/** What still has to be arranged. An add-on that was agreed and charged before is a price line. */
export const addonKind: Kind = {
  code: 'addon-requests',
  noun: importKindWords['addon-requests'],
  of: 'addon_requests',
  columns: [
    bookingColumn,
    travelerColumn,
    reference(
      'type_code',
      { field: 'type_id', to: 'addon_request_types', by: ['type_code', 'name', 'name_en'] },
      {
        words: ['加購類型', 'Type of the add-on'],
        example: ['升等豪華經濟艙', 'Upgrade to Premium Economy'],
        isRequired: true,
      },
    ),
    ...columns(fields, {
      priority: { ...inList('priority'), words: ['優先', 'Priority'] },
    }),
    column('wish', labelled(Type.Optional(text(2000, '想坐走道')), ['想要什麼', 'What is wished'])),
  ],
  keyOf: keyFrom('booking_number', 'traveler_name', 'type_code', 'needed_by'),
  isPersonal: true,
  namesTravelers: true,
  write: oneByOne(async ({ tx, actor_id }, { booking_id, traveler_name, wish, ...body }: OfTraveler & Asked) =>
    enterRequest(tx, actor_id, {
      ...body,
      ...(wish !== undefined && { details: { wish } }),
      traveler_id: await travelerNamed(tx, booking_id, traveler_name),
    }),
  ),
  remove: ({ tx }, id) => removeEnteredRequest(tx, id),
}
