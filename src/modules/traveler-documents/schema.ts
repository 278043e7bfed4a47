import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  day,
  defaulted,
  inForm,
  labelled,
  line,
  moment,
  nullable,
  oneOf,
  personal,
  ref,
  text,
  upload,
  without,
} from '../../kit/fields.ts'

const documentKinds = ['passport', 'visa', 'id', 'photo', 'insurance', 'consent', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]
export const documentStatuses = ['missing', 'received', 'verified', 'rejected', 'expired'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** A document of a traveler: requested, uploaded, checked. */
export const TravelerDocument = Type.Object({
  traveler_id: ref(),
  kind: oneOf(documentKinds),
  number: nullable(personal(line(40, '351112223'), 'ending')),
  expires_on: nullable(day()),
  status: defaulted(oneOf(documentStatuses)),
  reject_reason: nullable(line(500, '照片模糊，請重新拍攝')),
  verified_by: nullable(ref()),
  verified_at: nullable(moment()),
  purged_at: nullable(moment()),
  notes: nullable(text(2000)),
})

// The status and its fields are changed by steps only.
const told = without(TravelerDocument, [
  'traveler_id',
  'status',
  'reject_reason',
  'verified_by',
  'verified_at',
  'purged_at',
])
// Notes are written by staff, later.
const handedIn = without(told, ['notes'])

const { traveler_id } = TravelerDocument.properties
/** An upload: a new document, or one that was requested or rejected. */
export const NewDocument = Type.Object({ traveler_id, ...inForm(handedIn.properties), file: upload() })
export type NewDocument = Static<typeof NewDocument>
export const HandedIn = Type.Object({ ...inForm(without(handedIn, ['kind']).properties), file: upload() })
export type HandedIn = Static<typeof HandedIn>

/** The documents a traveler is asked for. */
export const Wanted = Type.Object({
  traveler_id,
  kinds: labelled(
    Type.Array(oneOf(documentKinds), { minItems: 1, maxItems: documentKinds.length, uniqueItems: true }),
    ['種類', 'Kinds'],
  ),
})
export type Wanted = Static<typeof Wanted>
export const DocumentChange = Type.Partial(told, { minProperties: 1 })
export type DocumentChange = Static<typeof DocumentChange>
export const Rejection = Type.Object({ reason: line(500, '照片模糊，請重新拍攝') })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    traveler_documents: Table<typeof TravelerDocument> & {
      file_id: number | null
      person_key: string | null
      /** The link it was handed in with; null for those of accounts. */
      given_by: 'booking' | 'traveler' | 'former' | null
    }
  }
}
