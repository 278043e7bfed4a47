import { refuseField } from '../errors.ts'
import type { Actor, Role } from '../http/server/access.ts'

/** Fields of a record that only these roles read; others get null, and do not filter by them. */
export type Internal = { fields: readonly string[]; readBy: readonly Role[] }

export const nothingInternal: Internal = { fields: [], readBy: [] }

/** `outside` is given for readers who do not see internal fields. */
export type Scope = { outside?: true }

/** What a caller sees of the records. */
export function scopeIn({ fields, readBy }: Internal) {
  return ({ role }: Actor, query: Record<string, unknown> = {}): Scope => {
    if (!fields.length || readBy.includes(role)) return {}
    const asked = fields.find((field) => query[field] !== undefined)
    if (asked)
      refuseField(asked, ['只有公司同仁能以此篩選；請移除。', 'Only the office filters by this; leave it out.'])
    return { outside: true }
  }
}
