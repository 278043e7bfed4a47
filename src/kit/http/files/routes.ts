import { Type } from 'typebox'
import { holderOf } from '../../files/links.ts'
import { LINK_OF_FILE } from '../../terms.ts'
import { routes } from '../routes/routes.ts'
import { FileQuery } from './send.ts'

const part = () => Type.Optional(Type.String({ maxLength: 100 }))
const LinkQuery = Type.Object(
  { ...FileQuery.properties, user: part(), expires: part(), signature: part() },
  { additionalProperties: false },
)

/** The route of signed links. */
export const linkedFiles = routes((on, app) => {
  on.file(
    '/:id',
    { access: 'public', summary: `A file by a signed link, valid for ${LINK_OF_FILE.spelled.en}`, query: LinkQuery },
    async ({ db, params, query }) => ({
      file_id: params.id,
      reader_id: await holderOf(db, app.keys, params.id, query),
    }),
  )
})
