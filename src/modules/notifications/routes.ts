import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { answerOf, send } from '../../kit/http/routes/answer.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { staff } from '../roles.ts'
import { markAllRead, markRead } from './actions.ts'
import { streamQuery } from './changes.ts'
import { NoticeExample, noticeExamples } from './examples.ts'
import { announce, Doing } from './presence.ts'
import { notificationList, notificationPage, oneNotification, unreadCount } from './queries.ts'
import { Notification } from './schema.ts'
import { streams } from './stream.ts'

const access = 'signed-in'

export default routes((on, app) => {
  reads(on)
  readRoutes(on)
  on.raw(
    'GET',
    '/stream',
    {
      name: 'streamNotifications',
      access,
      summary: 'Stream notifications and, of the named types, changes of records (server-sent events)',
      query: streamQuery,
      returns: Type.String(),
      media: 'text/event-stream',
    },
    streams(app),
  )
  presence(on, app)
  examples(on)
})

const examples = (on: On) =>
  on.get(
    '/examples',
    {
      name: 'listNoticeExamples',
      access: ['admin'],
      summary: 'Everything that people are told, as the app shows it or as the mail arrives, with examples',
      returns: Type.Array(NoticeExample),
      etag: 'content',
    },
    async () => noticeExamples(),
  )

const presence = (on: On, app: FastifyInstance) =>
  on.raw(
    'POST',
    '/presence',
    {
      name: 'announcePresence',
      access: staff,
      summary:
        'Tell colleagues, on their streams, that one looks at a record, types in it, or leaves it; nothing is stored',
      body: Doing,
      returns: Type.Null(),
      quiet: true,
    },
    async (request, reply) => {
      if (request.actor) await announce(app.database.db, request.actor, request.body as Static<typeof Doing>)
      return send(request, reply, answerOf(200, null), 'none')
    },
  )

const reads = (on: On) => {
  on.get(
    '',
    {
      access,
      summary: 'Own notifications, newest first',
      ...notificationList.of(Notification),
      etag: 'none',
    },
    ({ db, actor, query, locale }) => notificationPage(db, locale, actor.id, query),
  )

  on.get(
    '/unread-count',
    {
      name: 'countUnreadNotifications',
      access,
      summary: 'The number of unread notifications',
      returns: Type.Object({ unread: Type.Integer() }),
      etag: 'none',
    },
    async ({ db, actor }) => ({ unread: await unreadCount(db, actor.id) }),
  )
}

const readRoutes = (on: On) => {
  on.patch(
    '/:id/read',
    { name: 'markNotificationRead', access, summary: 'Mark a notification as read', returns: Notification },
    async ({ tx, actor, params, locale }) => {
      await markRead(tx, actor.id, params.id)
      return oneNotification(tx, locale, params.id)
    },
  )

  on.post(
    '/read-all',
    {
      name: 'markAllNotificationsRead',
      access,
      summary: 'Mark all notifications as read',
      returns: Type.Object({ marked: Type.Integer() }),
    },
    ({ tx, actor }) => markAllRead(tx, actor.id),
  )
}
