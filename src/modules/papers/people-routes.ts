import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { anyText, orNull, ref } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { revealedSheet } from '../../kit/http/routes/sheet.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { say } from '../../kit/words/words.ts'
import { staff } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { docsLines } from './docs-rules.ts'
import { peopleSheet, revealAboard } from './people-actions.ts'
import { headed, headings, type PeopleList, type PeopleListName, peopleLists, personKinds } from './people-labels.ts'
import { onTrip } from './rules.ts'
import { type TripOnPaper, tripOnPaper } from './trip-queries.ts'

/** `/api/planned-trips/{id}`: lists with personal data in clear, for airlines, insurers, embassies and emergencies. */
export default routes((on, app) => {
  for (const [name, list] of Object.entries(peopleLists)) peopleList(on, app, name as PeopleListName, list)
  docs(on, app)
})

const peopleList = (on: On, { keys }: FastifyInstance, name: PeopleListName, list: PeopleList) => {
  const { summary, columns } = list
  const Row = Type.Object(
    Object.fromEntries(columns.map((column) => [column, column === 'number' ? Type.Integer() : orNull(anyText())])),
  )
  const access = name === 'leader-pack' ? [...staff, 'leader' as const] : staff
  revealedSheet(
    on,
    `/:id/${name}/reveal`,
    { access, summary, returns: Type.Array(Row), paper: name },
    async (asked) => {
      const { trip, asking } = await read(asked)
      return peopleSheet(asked.tx, keys, name, trip, asking, asked.locale)
    },
  )
}

type Asked = { tx: Tx; actor: Actor; id: number; reason: string; request: FastifyRequest }
const read = async ({ tx, actor, id, reason, request }: Asked) => {
  const reader = readerOf(actor)
  const trip: TripOnPaper = await tripOnPaper(tx, { ...reader, id })
  return { trip, asking: { reader, actor, reason, request_id: request.id } }
}

const DocsLine = Type.Object({
  number: Type.Integer(),
  traveler_id: orNull(ref()),
  name: Type.String(),
  booking_number: orNull(Type.String()),
  airline: anyText('BR'),
  line: orNull(anyText('SSR DOCS BR HK1/P/TWN/312345678/TWN/30JUN80/F/15OCT30/WANG/HSIAO MEI')),
  with: orNull(Type.Integer()),
  missing: Type.Array(Type.String()),
  is_shortened: Type.Boolean(),
})
const docsTitle = ['DOCS／APIS', 'DOCS/APIS lines'] as const
const docsColumns = ['number', 'name', 'booking_number', 'airline', 'line', 'with', 'missing']

const docs = (on: On, { keys }: FastifyInstance) => {
  const summary =
    'The SSR DOCS lines of the whole trip for its airlines, the leader first; who is incomplete is named; who and why is logged'
  const spec = { access: staff, summary, returns: Type.Array(DocsLine), paper: 'docs', name: 'revealPlannedTripDocs' }
  revealedSheet(on, '/:id/docs/reveal', spec, async (asked) => {
    const { tx, id, locale } = asked
    const { trip, asking } = await read(asked)
    const aboard = await revealAboard(tx, keys, id, ['birth_date', 'passport_number'], asking)
    const airlines = [...new Set(trip.flights.map(({ flight_number }) => flight_number.slice(0, 2)))]
    const data = docsLines(aboard, airlines)
    const rows = data.map((line) => ({
      ...line,
      missing: line.missing
        .map((field) => say(headings[field] ?? [field, field], locale))
        .join(say(['、', ', '], locale)),
    }))
    return {
      ...onTrip(trip, 'docs', docsTitle, locale),
      data,
      rows,
      columns: headed(docsColumns),
      kinds: personKinds,
      facts: { shortened: data.filter((line) => line.is_shortened).map(({ number, name }) => `${number} ${name}`) },
    }
  })
}
