import { defaulted, flag, nullable, text, whole } from '../kit/fields.ts'

/** What every record of reference data has behind its own fields. */
export const referenceFields = {
  notes: nullable(text(2000)),
  is_active: defaulted(flag()),
  sort_order: defaulted(whole()),
}

/** Everybody who is signed in reads reference data; the departments keep it. */
export const referenceAccess = { read: 'signed-in', write: ['department', 'admin'] } as const
