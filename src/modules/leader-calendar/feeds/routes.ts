import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { formed, url } from '../../../kit/fields.ts'
import { isAmong } from '../../../kit/http/routes/answer.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { originOf } from '../../../kit/http/server/origin.ts'
import { hashOf } from '../../../kit/secrets/tokens.ts'
import { editors } from '../../tour-leaders/rules.ts'
import { lockedLeader } from '../../tour-leaders/visible.ts'
import { isOutside, readerOf } from '../../users/reader.ts'
import { endFeed, type FeedOf, makeFeed } from './actions.ts'
import { icalendarOf } from './icalendar.ts'
import { blocksOf, feedBehind } from './queries.ts'

const Address = Type.Object({ url: url() })

/** `…/tour-leaders/{id}/feed`: a leader's calendar for calendar programs. */
export const leaderFeed = routes((on) =>
  feedRoutes(on, {
    name: 'createTourLeaderFeed',
    access: [...editors, 'leader'],
    of: (id) => ({ tour_leader_id: id }),
  }),
)

/** `…/geographical-areas/{id}/feed`: all trips of an area. */
export const areaFeed = routes((on) =>
  feedRoutes(on, { name: 'createGeographicalAreaFeed', access: editors, of: (id) => ({ area_id: id }) }),
)

/** The feed itself; the secret URL is the authorization. */
export const feeds = routes((on, app) => {
  on.raw(
    'GET',
    '/:token',
    {
      access: 'public',
      summary: 'A calendar as iCalendar, by its secret URL',
      params: Type.Object({ token: formed('^[\\w-]{43}\\.ics$', `${'a'.repeat(43)}.ics`) }),
      returns: Type.String(),
      media: 'text/calendar',
      refuses: ['not_found'],
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { token } = request.params as { token: string }
      const feed = await feedBehind(app.database.db, hashOf(token.slice(0, -4)))
      const calendar = await icalendarOf(feed, await blocksOf(app.database.slowDb, feed))
      const tag = `"${hash('sha1', calendar, 'base64url')}"`
      reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
      if (isAmong(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(calendar)
    },
  )
})

type FeedRole = 'department' | 'admin' | 'leader'

type Feed = { name: string; access: readonly FeedRole[]; of: (id: number) => FeedOf }

const feedRoutes = (on: On, { name, access, of }: Feed) => {
  on.post(
    '/:id/feed',
    {
      name,
      access,
      summary: 'Create a secret calendar URL, which replaces the previous one',
      returns: Address,
      noReplay: true,
    },
    async ({ tx, actor, params, request }) => {
      if (isOutside(readerOf(actor))) await lockedLeader(tx, readerOf(actor), params.id)
      const token = await makeFeed(tx, actor, of(params.id))
      return { url: `${originOf(request)}/api/leader-feeds/${token}.ics` }
    },
  )

  on.delete(
    '/:id/feed',
    { access, summary: 'Revoke the secret calendar URL', returns: Type.Null() },
    async ({ tx, actor, params }) => {
      if (isOutside(readerOf(actor))) await lockedLeader(tx, readerOf(actor), params.id)
      await endFeed(tx, of(params.id))
      return null
    },
  )
}
