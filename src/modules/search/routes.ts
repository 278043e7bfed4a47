import { Type } from 'typebox'
import { oneOf } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { hasOneOf } from '../../kit/http/server/guard.ts'
import { queryText } from '../../kit/list/filters.ts'
import { isEnough } from '../../kit/list/search.ts'
import type { Role } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { found } from './queries.ts'
import { type Kind, kinds, SearchGroup } from './schema.ts'
import { sources } from './sources.ts'

const types = Type.Array(oneOf(kinds), { minItems: 1, maxItems: kinds.length, separator: ',' })

export default routes((on) => {
  on.get(
    '',
    {
      name: 'search',
      access: 'signed-in',
      summary: 'Search records by number, name, phone or mail address: at most five of each kind, exact matches first',
      slow: true,
      query: Type.Object({ q: queryText, types: Type.Optional(types) }, { additionalProperties: false }),
      returns: Type.Array(SearchGroup),
      meta: Type.Object({
        is_too_short: Type.Boolean({ description: 'Two characters are needed, or a Chinese one.' }),
      }),
      etag: 'none',
      noFile: true,
    },
    async ({ db, actor, query }) => {
      const is_too_short = !isEnough(query.q)
      const groups = is_too_short ? [] : await found(db, readerOf(actor), query.q, kindsFor(actor.roles, query.types))
      return { json: JSON.stringify(groups), meta: { is_too_short } }
    },
  )
})

const kindsFor = (roles: readonly Role[], asked: readonly Kind[] = kinds) =>
  asked.filter((kind) => hasOneOf(roles, sources[kind].by ?? roles))
