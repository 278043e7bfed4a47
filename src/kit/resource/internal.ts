import { refuseField } from '../errors.ts'
import { type Actor, hasOneOf, type Role } from '../http/server/guard.ts'

/** Fields of a record that only these roles read. Other readers get null, and cannot filter by them. */
export type Internal = { fields: readonly string[]; readBy: readonly Role[] }

export const nothingInternal: Internal = { fields: [], readBy: [] }

/** `outside` is given for readers who do not see internal fields. */
export type Scope = { outside?: true }

/** The scope of a caller. */
export function scopeIn({ fields, readBy }: Internal) {
  return ({ roles }: Actor, query: Record<string, unknown> = {}): Scope => {
    if (!fields.length || hasOneOf(roles, readBy)) return {}
    const asked = fields.find((field) => query[field] !== undefined)
    if (asked)
      refuseField(asked, ['只有公司同仁能以此篩選；請移除。', 'Only the office filters by this; leave it out.'])
    return { outside: true }
  }
}
