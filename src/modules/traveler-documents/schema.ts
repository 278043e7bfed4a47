import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { day, defaulted, line, moment, nullable, oneOf, personal, ref, text, without } from '../../kit/fields.ts'
import type { Words } from '../../kit/words/words.ts'

export const documentKinds = ['passport', 'visa', 'id', 'photo', 'insurance', 'consent', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const kindWords: Record<DocumentKind, Words> = {
  passport: ['護照', 'Passport'],
  visa: ['簽證', 'Visa'],
  id: ['身分證', 'Identity card'],
  photo: ['照片', 'Photo'],
  insurance: ['保險', 'Insurance'],
  consent: ['同意書', 'Consent'],
  other: ['其他文件', 'Other document'],
}

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

/** The fields without the status and its fields, which only steps change. */
export const documentFields = without(TravelerDocument, [
  'traveler_id',
  'status',
  'reject_reason',
  'verified_by',
  'verified_at',
  'purged_at',
])

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
