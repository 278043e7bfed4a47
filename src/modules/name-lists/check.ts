import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { On } from '../../kit/http/routes/routes.ts'
import { steps } from '../bookings/flow.ts'
import { MOST_NAMED } from '../bookings/party-size.ts'
import { linesOf, personReader } from './people.ts'
import { ListReport, shownLines } from './report.ts'

const CheckedList = Type.Object({ rows: linesOf('travelers', MOST_NAMED) })

/** `/api/name-lists/check`: before the trip and the contact of a new booking are known, only the cells can be wrong. */
export function checkListRoute(on: On, { zone }: FastifyInstance) {
  on.post(
    '/check',
    {
      name: 'checkNameList',
      access: steps.register.by,
      summary: 'Read the cells of travelers, as an import of them would: what is wrong with each. Nothing is stored',
      body: CheckedList,
      returns: ListReport,
      etag: 'none',
    },
    async ({ body: { rows }, locale }) => {
      const read = personReader('travelers', zone)
      const reports = rows.map((cells, i) => {
        const { errors } = read(cells)
        const at = { line: i + 1, name: cells.name?.trim() ?? '' }
        return Object.keys(errors).length
          ? ({ ...at, result: 'refused', errors } as const)
          : ({ ...at, result: 'created', traveler_id: null, checks: [] } as const)
      })
      return { imported: false, lines: shownLines(reports, false, locale) }
    },
  )
}
