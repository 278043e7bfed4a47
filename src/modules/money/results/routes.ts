import { type Static, Type } from 'typebox'
import { refuseBackwards } from '../../../kit/errors.ts'
import { day, described, labelled, oneOf, ref, whole } from '../../../kit/fields.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { PageMeta } from '../../../kit/list/list.ts'
import { MOST_PER_PAGE, PER_PAGE } from '../../../kit/sizes.ts'
import { bookingSources } from '../../bookings/booking.ts'
import { moneyReaders } from '../../roles.ts'
import {
  bases,
  meaningWords,
  measureNames,
  OpenedBooking,
  openedSort,
  ResultLine,
  ResultsMeta,
  resultsBy,
  resultsSort,
} from './columns.ts'
import { readOpened, readResults } from './queries.ts'

const sortedBy = (fields: object, example: string) =>
  Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: '^-?[a-z_.]+$',
      description: `${Object.keys(fields).join(', ')}; - for descending`,
      examples: [example],
    }),
  )

const asked = {
  by: described(oneOf(resultsBy), '每一列是什麼。What a line is about.'),
  from: labelled(day(), ['起日', 'First day']),
  to: labelled(day(), ['迄日', 'Last day']),
  basis: Type.Optional(
    described(
      oneOf(bases),
      `以哪一天計算，預設出發日。Which day counts; the departure by default. ${meaningWords.sold[1]}`,
    ),
  ),
  area_id: Type.Optional(ref()),
  category_id: Type.Optional(ref()),
  package_id: Type.Optional(ref()),
  branch_id: Type.Optional(described(ref(), '團所屬的分公司。The branch of the trip.')),
  sales_user_id: Type.Optional(described(ref(), meaningWords.salesperson.join(' '))),
  source: Type.Optional(described(oneOf(bookingSources), meaningWords.source.join(' '))),
  page: Type.Optional(whole(1)),
  per_page: Type.Optional(whole(1, MOST_PER_PAGE)),
}
const strict = { additionalProperties: false }
const ResultsQuery = Type.Object({ ...asked, sort: sortedBy(resultsSort, '-revenue') }, strict)
const OpenedQuery = Type.Object(
  {
    ...asked,
    key: Type.Optional(
      Type.String({
        maxLength: 60,
        format: 'query',
        description: '哪一列；沒有就是全部。The `key` of a line; without it all of them.',
      }),
    ),
    sort: sortedBy(openedSort, '-revenue'),
  },
  strict,
)

/** As on the screen: each number with that of the year before. */
const fileColumns = ['code', 'name', ...measureNames.flatMap((name) => [name, `last_year.${name}`])]

/** Set by a file, which has all rows. */
type Exporting = { exporting?: true }

/** Results as tables, and the bookings behind their numbers. */
export function resultRoutes(on: On) {
  on.get(
    '/results',
    {
      name: 'listResults',
      access: moneyReaders,
      summary:
        'What was sold, spent and earned, by month, trip, package, line, season, salesperson, source or enquiry, beside the year before',
      slow: true,
      columns: fileColumns,
      query: ResultsQuery,
      returns: Type.Array(ResultLine),
      meta: ResultsMeta,
      etag: 'none',
    },
    ({ db, query, locale }) => {
      const { paged, ...given } = apart(query, 'name')
      return readResults(db, { ...given, locale }, paged)
    },
  )
  on.get(
    '/results/bookings',
    {
      name: 'listBookingsOfResults',
      access: moneyReaders,
      summary: 'The bookings behind the numbers of a line of results; their sums are its numbers',
      slow: true,
      people: true,
      query: OpenedQuery,
      returns: Type.Array(OpenedBooking),
      meta: PageMeta,
      etag: 'none',
    },
    ({ db, query }) => {
      const { paged, ...given } = apart(query, 'booking_number')
      return readOpened(db, given, paged)
    },
  )
}

const apart = <Query extends Static<typeof ResultsQuery> & Exporting>(
  { page = 1, per_page = PER_PAGE, sort, exporting, basis = 'departure', ...given }: Query,
  order: string,
) => {
  refuseBackwards(given.from, given.to)
  return { ...given, basis, paged: { page, per_page: exporting ? undefined : per_page, sort: sort ?? order } }
}
