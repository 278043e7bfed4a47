import { Type } from 'typebox'
import { BulkMeta } from '../../../kit/http/routes/bulk.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { staff } from '../../roles.ts'
import { readerOf } from '../../users/reader.ts'
import { editors, planners, sessionFlow } from '../flow.ts'
import { knownSeminar } from '../queries.ts'
import { NewSession, SessionBulk, SessionChange } from '../schema.ts'
import { PlannedSession, ShownSession } from '../shapes.ts'
import { changeSession, planSession, removeSession } from './actions.ts'
import { addSessions } from './bulk.ts'
import { oneSession, sessionList, sessionPage } from './queries.ts'

const read = [...staff, 'leader'] as const

const listed = {
  access: read,
  ...sessionList.of(ShownSession),
  etag: 'content',
} as const

/** `/api/seminars/{id}/sessions`: the sessions of a seminar. */
export const sessionsOfSeminar = routes((on, { zone }) => {
  inBulk(on, zone)
  on.get('/:id/sessions', { ...listed, summary: 'The sessions of a seminar' }, async ({ db, actor, params, query }) => {
    const reader = readerOf(actor)
    const [page] = await Promise.all([
      sessionPage(db, { ...reader, seminar: params.id }, query),
      knownSeminar(db, { ...reader, ...params }),
    ])
    return page
  })

  on.create(
    '/:id/sessions',
    {
      access: sessionFlow.acts.sessions.by,
      summary: 'Add a session to come; its times are local times in its time zone',
      body: NewSession,
      returns: ShownSession,
      at: '/api/sessions',
      etag: 'content',
      refuses: ['duplicate', 'leader_conflict', 'step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      const id = await planSession(tx, actor, params.id, body, zone)
      return { id, ...(await oneSession(tx, { ...readerOf(actor), id })) }
    },
  )
})

const inBulk = (on: On, zone: string) => {
  on.create(
    '/:id/sessions/bulk',
    {
      name: 'createSeminarSessions',
      access: sessionFlow.acts.sessions.by,
      summary: 'Add many sessions, from a list or by a weekly pattern; all or none',
      body: SessionBulk,
      returns: Type.Array(PlannedSession),
      meta: BulkMeta,
      etag: 'none',
      refuses: ['duplicate', 'leader_conflict', 'step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      const sessions = await addSessions(tx, actor, params.id, body, zone)
      const created = sessions.filter(({ id }) => id !== null).length
      return { json: JSON.stringify(sessions), meta: { dry_run: body.dry_run ?? false, created } }
    },
  )
}

/** `/api/sessions`: sessions by their own id. */
export const sessions = routes((on, { zone }) => {
  reads(on)

  on.put(
    '/:id',
    {
      access: planners,
      summary: 'Change a session',
      body: SessionChange,
      returns: ShownSession,
      etag: 'content',
      refuses: ['duplicate', 'leader_conflict', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeSession(tx, actor, params.id, body, { expected, zone })
      return oneSession(tx, { ...readerOf(actor), ...params })
    },
  )

  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a session without attendances',
      returns: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, params, expected }) => {
      await removeSession(tx, params.id, expected)
      return null
    },
  )
})

const reads = (on: On) => {
  on.get('', { ...listed, summary: 'All sessions the caller may see, by time' }, ({ db, actor, query }) =>
    sessionPage(db, readerOf(actor), query),
  )

  on.get(
    '/:id',
    { access: read, summary: 'One session', returns: ShownSession, etag: 'content' },
    ({ db, actor, params }) => oneSession(db, { ...readerOf(actor), ...params }),
  )
}
