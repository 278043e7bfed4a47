import { sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/condition.ts'
import { isOfOffice } from '../users/has-role.ts'
import type { Reader } from '../users/reader.ts'

/**
 * SQL: whether a reader who sees a document also sees its file `f`. The link of a booking opens files that its contact uploaded
 * with it, but not those that a traveler or a former contact uploaded with theirs. A customer's account opens its own uploads. Both
 * open uploads of staff. So neither a forwarded mail nor a booking that was given to another customer opens the documents of
 * somebody else.
 */
export function isFileSeen(reader: Reader): Condition {
  switch (reader.sees) {
    case 'all':
      return everyRow
    case 'booking':
      return sql`(f.uploaded_by is null and coalesce(traveler_documents.given_by, 'booking') = 'booking' or ${isOfStaff})`
    case 'customer':
      return sql`(f.uploaded_by = ${reader.customer} or ${isOfStaff})`
    case 'money':
    case 'traveler':
    case 'leader':
    case 'offer':
    case 'nothing':
      return noRow
  }
}

const isOfStaff = sql`exists (select from users u where u.id = f.uploaded_by and ${isOfOffice('u')})`
