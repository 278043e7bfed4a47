import { Type } from 'typebox'
import { flag, ref } from '../../kit/fields.ts'
import type { Actor } from '../../kit/http/access.ts'
import { routes } from '../../kit/http/routes.ts'
import type { Locale } from '../../kit/words.ts'
import { addMessage } from './actions.ts'
import { answer } from './answers.ts'
import { conversation, turns } from './flow.ts'
import { pendingList, pendingPage } from './pending.ts'
import { markRead } from './reads.ts'
import { NewMessage } from './schema.ts'
import { Communication, Pending, Stats } from './shapes.ts'
import { stats } from './stats.ts'
import { isRequestSeen, oneEntry, type Reader, timeline } from './timeline.ts'
import { takeTurn } from './turns.ts'
import { seerOf } from './visible.ts'

const parties = ['admin', 'sales', 'department', 'customer'] as const

export default routes((on, { zone }) => {
  const reader = (actor: Actor, locale: Locale): Reader => ({
    ...seerOf(actor),
    zone,
    ...(locale === 'en' && { en: true }),
    ...((actor.role === 'customer' || actor.role === 'admin') && { mayAnswer: true }),
  })

  on.get(
    '/:id/communications',
    {
      access: parties,
      says: 'The timeline of a request',
      query: Type.Object({ include_internal: Type.Optional(flag()) }, { additionalProperties: false }),
      gives: Type.Array(Communication),
      tagged: 'none',
    },
    async ({ db, actor, params, query, locale }) => {
      const [entries] = await Promise.all([
        timeline(db, { ...reader(actor, locale), ...params, ...(!query.include_internal && { isPublicOnly: true }) }),
        isRequestSeen(db, { ...seerOf(actor), ...params }),
      ])
      return entries
    },
  )

  on.create(
    '/:id/communications',
    { access: parties, says: 'Add a message', body: NewMessage, gives: Communication },
    async ({ tx, actor, params, body, locale }) => {
      const id = await addMessage(tx, actor, params.id, body)
      return { id, ...(await oneEntry(tx, { ...reader(actor, locale), id })) }
    },
  )

  for (const name of conversation)
    on.create(
      `/:id/communications/${name}`,
      {
        access: [turns[name].by, 'admin'],
        says: `Take the turn ${name}`,
        body: turns[name].body,
        gives: Communication,
        refuses: ['step_not_possible', 'already_answered', 'answer_too_late', 'price_above_offer'],
      },
      async ({ tx, actor, params, body, locale }) => {
        const id = await takeTurn(tx, actor, params.id, name, body)
        return { id, ...(await oneEntry(tx, { ...reader(actor, locale), id })) }
      },
    )

  on.patch(
    '/communications/:id/customer-response',
    {
      access: ['customer', 'sales', 'admin'],
      says: 'Answer an offer',
      body: turns['customer-response'].body,
      gives: Communication,
      refuses: ['step_not_possible', 'already_answered', 'answer_too_late', 'offer_superseded'],
    },
    async ({ tx, actor, params, body, locale }) => {
      await answer(tx, actor, params.id, body)
      return oneEntry(tx, { ...reader(actor, locale), ...params })
    },
  )

  on.get(
    '/communications/pending-responses',
    {
      access: parties,
      says: 'Offers that await an answer, by deadline',
      query: pendingList.query,
      gives: Type.Array(Pending),
      meta: Type.Any(),
      tagged: 'none',
    },
    ({ db, actor, query, locale }) => pendingPage(db, reader(actor, locale), query),
  )

  on.get(
    '/communications/stats',
    {
      access: parties,
      says: 'What was said, and how fast',
      query: Type.Object({ request_id: Type.Optional(ref()) }, { additionalProperties: false }),
      gives: Stats,
      tagged: 'none',
    },
    async ({ db, actor, query }) => {
      if (query.request_id !== undefined) await isRequestSeen(db, { ...seerOf(actor), id: query.request_id })
      return stats(db, { ...seerOf(actor), ...query })
    },
  )

  on.patch(
    '/communications/:id/mark-read',
    { access: parties, says: 'Mark an entry as read', gives: Communication },
    async ({ tx, actor, params, locale }) => {
      const one = { ...reader(actor, locale), ...params }
      await oneEntry(tx, one)
      await markRead(tx, actor.id, params.id)
      return oneEntry(tx, one)
    },
  )
})
