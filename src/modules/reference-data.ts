import { defaulted, flag, nullable, text, whole } from '../kit/fields.ts'
import { moneyReaders } from './roles.ts'

/** The last fields of every record of reference data. */
export const referenceFields = {
  notes: nullable(text(2000)),
  is_active: defaulted(flag()),
  sort_order: defaulted(whole()),
}

/** Every signed-in caller reads reference data, but only staff read its notes; departments and administrators write it. */
export const referenceAccess = {
  read: 'signed-in',
  write: ['department', 'admin'],
  internal: { fields: ['notes'], readBy: moneyReaders },
} as const
