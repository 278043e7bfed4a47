import { Type } from 'typebox'
import { found } from '../../kit/errors.ts'
import { oneOf } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { optionLists } from './lists.ts'

const Options = Type.Array(Type.Object({ value: Type.String(), label: Type.String(), label_en: Type.String() }))
const names = Object.keys(optionLists)

const each = new Map(Object.entries(optionLists))

export default routes((on) => {
  const alike = { access: 'public', etag: 'content', cache: 'public, max-age=300' } as const

  on.constant(
    '',
    {
      ...alike,
      summary: 'All option lists',
      returns: Type.Object(Object.fromEntries(names.map((name) => [name, Options]))),
    },
    optionLists,
  )

  on.get(
    '/:list',
    {
      name: 'getOptionList',
      ...alike,
      summary: 'One option list',
      params: Type.Object({ list: oneOf(names) }),
      returns: Options,
    },
    async ({ params }) => found(each.get(params.list)),
  )
})
