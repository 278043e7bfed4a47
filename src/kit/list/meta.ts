import { Type } from 'typebox'

const whole = Type.Integer({ minimum: 0 })
const rowNumber = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1 })

/** The `meta` of a list: the position in its pages, or the next cursor. */
export const ListMeta = Type.Union([
  Type.Object({
    current_page: whole,
    per_page: whole,
    total: whole,
    last_page: whole,
    from: rowNumber,
    to: rowNumber,
    total_is_estimate: Type.Optional(Type.Literal(true)),
  }),
  Type.Object({
    per_page: whole,
    has_more: Type.Boolean(),
    next_cursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
])
