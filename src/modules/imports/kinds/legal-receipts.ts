import { EnteredReceipt, enterReceipt, removeEnteredReceipt } from '../../legal-receipts/enter.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { columns, inList, type Kind, keyFrom, oneByOne } from '../kind.ts'
import { bookingColumn } from './bookings.ts'
import { byColumn } from './find.ts'
import { tripColumn } from './trips.ts'

const { booking_id: _booking, planned_trip_id: _trip, ...fields } = EnteredReceipt.properties

/** Receipts from before: without them everything that was paid would be issued twice. */
export const receiptKind: Kind = {
  code: 'legal-receipts',
  noun: importKindWords['legal-receipts'],
  of: 'legal_receipts',
  columns: [
    { ...bookingColumn, isRequired: false },
    { ...tripColumn, isRequired: false, example: '' },
    ...columns(fields, { buyer_ubn: { example: '' }, medium: { ...inList('receipt_medium'), example: 'paper' } }),
  ],
  keyOf: keyFrom('number'),
  find: byColumn('legal_receipts', 'number'),
  write: oneByOne(({ tx, actor_id }, body: Parameters<typeof enterReceipt>[1]) => enterReceipt(tx, body, actor_id)),
  remove: ({ tx }, id) => removeEnteredReceipt(tx, id),
}
