import { type TProperties, Type } from 'typebox'
import { labelled, line, nullable, ref, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { queryParameters } from '../../kit/list/filters.ts'
import { referenceAccess } from '../reference-data.ts'
import { readTree, treeFilters } from './queries.ts'

const Branch = (inner: TProperties = {}) =>
  Type.Object({
    ...shownFields({ id: ref(), name: line(100), name_en: nullable(line(100)) }),
    ...inner,
  })
const City = Branch()
const Region = Branch({ cities: Type.Array(City) })
const Country = Branch({ regions: Type.Array(Region), cities: Type.Array(City) })
const Continent = Branch({ countries: Type.Array(Country) })

export default routes((on) => {
  on.get(
    '/tree',
    {
      name: 'getGeographyTree',
      access: referenceAccess.read,
      summary: 'All active places: continents, countries, regions, cities',
      query: Type.Object(queryParameters(treeFilters), { additionalProperties: false }),
      returns: Type.Array(Continent),
      meta: Type.Object({ cities: labelled(Type.Integer(), ['城市', 'Cities']), is_complete: Type.Boolean() }),
      etag: 'content',
      noFile: true,
    },
    ({ db, query }) => readTree(db, query),
  )
})
