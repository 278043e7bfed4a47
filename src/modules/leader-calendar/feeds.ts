import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Generated, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { formed, url } from '../../kit/fields.ts'
import { isAmong } from '../../kit/http/routes/answer.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import { hashOf, newToken } from '../../kit/secrets/tokens.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { editors } from '../tour-leaders/rules.ts'
import { lockedLeader } from '../tour-leaders/visible.ts'
import { isOutside, readerOf } from '../users/reader.ts'
import { type Block, blockOf } from './calendar.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    leader_feeds: {
      id: Generated<number>
      tour_leader_id: number | null
      area_id: number | null
      token_hash: Buffer
      locale: Locale
      created_by: number
      created_at: Generated<string>
    }
  }
}

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

type FeedRole = 'department' | 'admin' | 'leader'

type FeedOwner = { name: string; access: readonly FeedRole[]; of: (id: number) => FeedOf }

type FeedOf = { tour_leader_id: number } | { area_id: number }

const Address = Type.Object({ url: url() })

const feedRoutes = (on: On, { name, access, of }: FeedOwner) => {
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

/** Creates a new secret URL; the previous one becomes invalid. */
const makeFeed = async (tx: Tx, { id, locale }: Actor, of: FeedOf) => {
  await knownOwner(tx, of)
  const { token, token_hash } = newToken()
  await endFeed(tx, of)
  await tx
    .insertInto('leader_feeds')
    .values({ tour_leader_id: null, area_id: null, ...of, token_hash, locale, created_by: id })
    .execute()
  return token
}

const endFeed = (tx: Tx, of: FeedOf) =>
  tx
    .deleteFrom('leader_feeds')
    .where((is) => is.and(of))
    .execute()

// The lock serializes two new URLs, so that exactly one of them stays valid.
const knownOwner = async (tx: Tx, of: FeedOf) =>
  found(
    'area_id' in of
      ? await tx
          .selectFrom('geographical_areas')
          .select('id')
          .where('id', '=', of.area_id)
          .forNoKeyUpdate()
          .executeTakeFirst()
      : await tx
          .selectFrom('tour_leaders')
          .select('id')
          .where('id', '=', of.tour_leader_id)
          .forNoKeyUpdate()
          .executeTakeFirst(),
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

type Feed = { tour_leader_id: number | null; area_id: number | null; locale: Locale; name: string }
type FeedBlock = Block & { leader: string; updated_at: string }

const byToken = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('leader_feeds as f')
    .leftJoin('tour_leaders as l', 'l.id', 'f.tour_leader_id')
    .leftJoin('geographical_areas as a', 'a.id', 'f.area_id')
    // The URL is known to its creator and to the leader, so it becomes invalid with the account of either.
    .innerJoin('users as maker', (join) =>
      join.onRef('maker.id', '=', 'f.created_by').on('maker.status', '=', 'active'),
    )
    .select(['f.tour_leader_id', 'f.area_id', 'f.locale', sql<string>`coalesce(l.name, a.name)`.as('name')])
    .where('f.token_hash', '=', token_hash)
    .where(sql<SqlBool>`l.status is distinct from 'inactive'`)
    .where(
      sql<SqlBool>`not exists (select from users u where u.tour_leader_id = f.tour_leader_id and u.status = 'suspended')`,
    ),
)

/** The feed of a secret URL; 404 for a wrong or replaced one. */
const feedBehind = async (db: Db, token_hash: Buffer): Promise<Feed> => found(await byToken(db, { token_hash }))

const blocks = statement(
  (_db, { tour_leader_id, area_id }: { tour_leader_id?: number; area_id?: number }) =>
    sql<{ block: FeedBlock }>`
      select to_json(shown) as block
        from leader_blocks b join tour_leaders l on l.id = b.tour_leader_id
       cross join lateral ${blockOf()} block
       cross join lateral (select block.*, l.name as leader, b.updated_at) shown
       where upper(b.during) > local_time() - interval '90 days' and ${
         tour_leader_id === undefined
           ? sql`(b.area_id = ${area_id} or (b.kind = 'unavailability' and b.tour_leader_id in (
                   select tour_leader_id from leader_regional_priorities where area_id = ${area_id})))`
           : sql`b.tour_leader_id = ${tour_leader_id}`
       }
       order by lower(b.during), b.id`,
)

/** The last three months and everything in the future. */
const blocksOf = async (db: Db, { tour_leader_id, area_id }: Feed) => {
  const rows = await blocks(db, { ...(tour_leader_id && { tour_leader_id }), ...(area_id && { area_id }) })
  return rows.map(({ block }) => block)
}

/** An iCalendar file: whole days for trips and days off, hours in UTC for briefings. */
const icalendarOf = async ({ name, locale, area_id }: Feed, blocks: FeedBlock[]) => {
  const { default: ical, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } = await import('ical-generator')
  const calendar = ical({
    name: `${name} ${say(calendarWords, locale)}`,
    prodId: { company: 'Guidon', product: 'Leader calendar' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600,
  })
  for (const block of blocks) {
    const title = say([block.title, block.title_en], locale)
    const location = say([block.place ?? '', block.place_en ?? block.place ?? ''], locale)
    calendar.createEvent({
      ...timeOf(block),
      // The id stays the same in every calendar and after every change.
      id: `${block.kind}-${block.subject.type}-${block.subject.id}@guidon`,
      summary: area_id === null ? title : `${block.leader} ${title}`,
      ...(location && { location }),
      status: block.is_firm ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      transparency: block.is_firm ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      stamp: new Date(block.updated_at),
      lastModified: new Date(block.updated_at),
    })
  }
  return calendar.toString()
}

const calendarWords: Words = ['領隊行程', 'leader calendar']

// In iCalendar the end of whole days is exclusive.
const timeOf = ({ starts_on, ends_on, starts_at, ends_at }: FeedBlock) =>
  starts_at && ends_at
    ? { start: new Date(starts_at), end: new Date(ends_at) }
    : { start: new Date(starts_on), end: new Date(Date.parse(ends_on) + 86_400_000), allDay: true }
