import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  day,
  defaulted,
  flag,
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
import { Traveler } from '../travelers/schema.ts'

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

// The fields without the status and its fields, which only steps change.
const told = without(TravelerDocument, [
  'traveler_id',
  'status',
  'reject_reason',
  'verified_by',
  'verified_at',
  'purged_at',
])
// The fields of an upload; notes are written later by staff.
const handedIn = without(told, ['notes'])

const { traveler_id } = TravelerDocument.properties
/** An upload: a new document, or a requested or rejected one. */
export const NewDocument = Type.Object({ traveler_id, ...inForm(handedIn.properties), file: upload() })
export type NewDocument = Static<typeof NewDocument>
export const HandedIn = Type.Object({ ...inForm(without(handedIn, ['kind']).properties), file: upload() })
export type HandedIn = Static<typeof HandedIn>

/** The documents that a traveler must upload. */
export const Wanted = Type.Object({
  traveler_id,
  kinds: labelled(
    Type.Array(oneOf(documentKinds), { minItems: 1, maxItems: documentKinds.length, uniqueItems: true }),
    ['種類', 'Kinds'],
  ),
})
export type Wanted = Static<typeof Wanted>
export const DocumentChange = Type.Partial(told)
export type DocumentChange = Static<typeof DocumentChange>
const {
  surname_en,
  given_name_en,
  birth_date,
  passport_number: number,
  passport_expires_on: expires_on,
} = Traveler.properties
/**
 * The data that staff read from the image of a passport. Missing data is copied to the traveler; with `replace`, different data
 * too.
 */
export const PassportReading = Type.Partial(
  Type.Object({
    surname_en,
    given_name_en,
    birth_date,
    number,
    expires_on,
    replace: labelled(flag(), ['以護照為準', 'Take what the passport says']),
  }),
)
export type PassportReading = Static<typeof PassportReading>

export const Rejection = Type.Object({ reason: line(500, '照片模糊，請重新拍攝') })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    traveler_documents: Table<typeof TravelerDocument> & {
      file_id: number | null
      person_key: string | null
      /** The kind of link with which it was uploaded; null for uploads by accounts. */
      given_by: 'booking' | 'traveler' | 'former' | null
    }
  }
}
