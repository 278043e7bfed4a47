import { Type } from 'typebox'
import { oneOf, ref } from '../../../kit/fields.ts'
import { namesOf } from '../../../kit/flow.ts'
import { pascal } from '../../../kit/http/openapi/names.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { actingOf, personOf, readerOf } from '../../users/reader.ts'
import { addMessage } from '../actions.ts'
import { conversation, parties, readers, sentenceOf, turns } from '../flow.ts'
import { possibleNames } from '../possible.ts'
import { NewMessage } from '../schema.ts'
import { Pending, ShownCommunication, Stats } from '../shapes.ts'
import { answer } from './answers.ts'
import { markAllRead, markRead } from './entries.ts'
import { oneEntry, pendingList, pendingPage, type Reading, readingOf, requireSeen, timeline } from './queries.ts'
import { stats } from './stats.ts'
import { takeTurn } from './turns.ts'

const access = readers
const returns = ShownCommunication
/** The path of entries of every kind. */
const at = '/api/addon-requests/communications'

export default routes((on, { zone }) => {
  const reading = (actor: Actor, locale: Locale) => readingOf(actor, locale, zone)
  timelineRoute(on, reading)
  messageRoute(on, reading)
  possibleRoute(on)
  turnRoutes(on, reading)
  entryRoutes(on, reading)
  markRoute(on)
  answerRoute(on, reading)
  overviews(on, reading)
})

type ReadingFor = (actor: Actor, locale: Locale) => Reading

const timelineRoute = (on: On, reading: ReadingFor) =>
  on.get(
    '/:id/communications',
    {
      access,
      summary: 'The timeline of a request; internal entries only with include_internal=true, and never for a customer',
      query: Type.Object(
        { include_internal: Type.Optional(Type.Boolean({ digits: true })) },
        { additionalProperties: false },
      ),
      returns: Type.Array(ShownCommunication),
      etag: 'none',
    },
    ({ db, actor, params, query, locale }) =>
      timeline(db, {
        ...reading(actor, locale),
        ...params,
        ...(!query.include_internal && { isPublicOnly: true as const }),
      }),
  )

const messageRoute = (on: On, reading: ReadingFor) =>
  on.create(
    '/:id/communications',
    {
      access: parties,
      summary: 'Add a message to the conversation',
      body: NewMessage,
      returns,
      at,
    },
    async ({ tx, actor, params, body, locale }) => {
      const id = await addMessage(tx, actor, params.id, body)
      return { id, ...(await oneEntry(tx, { ...reading(actor, locale), id })) }
    },
  )

const possibleRoute = (on: On) =>
  on.get(
    '/:id/possible-turns',
    {
      name: 'listPossibleTurns',
      access,
      summary: 'The turns that the caller may take now',
      returns: Type.Array(oneOf(namesOf(turns))),
      etag: 'none',
    },
    ({ db, actor, params }) => possibleNames(db, { ...actingOf(actor), ...params }),
  )

const turnRoutes = (on: On, reading: ReadingFor) => {
  for (const name of conversation)
    on.create(
      `/:id/communications/${name}`,
      {
        name: `take${pascal(name)}`,
        access: turns[name].by,
        summary: sentenceOf(name),
        body: turns[name].body,
        returns,
        at,
        refuses: ['stale', 'step_not_possible', 'already_answered', 'answer_too_late', 'price_above_offer'],
      },
      async ({ tx, actor, params, body, locale, expected }) => {
        const id = await takeTurn(tx, actor, params.id, name, body, expected)
        return { id, ...(await oneEntry(tx, { ...reading(actor, locale), id })) }
      },
    )
}

const entryRoutes = (on: On, reading: ReadingFor) => {
  on.get(
    '/communications/:id',
    { access, summary: 'One entry of the conversation', returns, etag: 'none' },
    ({ db, actor, params, locale }) => oneEntry(db, { ...reading(actor, locale), ...params }),
  )

  on.patch(
    '/communications/:id/mark-read',
    { name: 'markCommunicationRead', access, summary: 'Mark an entry as read', returns },
    async ({ tx, actor, params, locale }) => {
      const one = { ...reading(actor, locale), ...params }
      await oneEntry(tx, one)
      await markRead(tx, actor.id, params.id)
      return oneEntry(tx, one)
    },
  )
}

const markRoute = (on: On) => {
  on.patch(
    '/:id/mark-read',
    {
      name: 'markConversationRead',
      access,
      summary: 'Mark all entries of a conversation as read that the caller may see',
      returns: Type.Object({ marked: Type.Integer() }),
    },
    async ({ tx, actor, params }) => {
      await requireSeen(tx, { ...readerOf(actor), ...params })
      return { marked: await markAllRead(tx, personOf(actor), params.id) }
    },
  )
}

const answerRoute = (on: On, reading: ReadingFor) => {
  on.patch(
    '/communications/:id/customer-response',
    {
      name: 'takeCustomerResponse',
      access: turns['customer-response'].by,
      summary: sentenceOf('customer-response'),
      body: turns['customer-response'].body,
      returns,
      refuses: ['step_not_possible', 'already_answered', 'answer_too_late', 'offer_superseded'],
    },
    async ({ tx, actor, params, body, locale }) => {
      await answer(tx, actor, params.id, body)
      return oneEntry(tx, { ...reading(actor, locale), ...params })
    },
  )
}

const overviews = (on: On, reading: ReadingFor) => {
  pendingRoute(on, reading)
  statsRoute(on)
}

const pendingRoute = (on: On, reading: ReadingFor) =>
  on.get(
    '/communications/pending-responses',
    {
      name: 'listPendingResponses',
      access,
      summary: 'Offers that await an answer, by deadline',
      ...pendingList.of(Pending),
      etag: 'none',
    },
    ({ db, actor, query, locale }) => pendingPage(db, reading(actor, locale), query),
  )

const statsRoute = (on: On) =>
  on.get(
    '/communications/stats',
    {
      name: 'getConversationStats',
      access,
      summary: 'Counts and response times of the conversation',
      slow: true,
      query: Type.Object({ request_id: Type.Optional(ref()) }, { additionalProperties: false }),
      returns: Stats,
      etag: 'none',
      refuses: ['not_found'],
    },
    async ({ db, actor, query: { request_id } }) => {
      if (request_id === undefined) return stats(db, readerOf(actor))
      await requireSeen(db, { ...readerOf(actor), id: request_id })
      return stats(db, { ...readerOf(actor), request_id })
    },
  )
