import type { FastifyInstance } from 'fastify'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { callerFingerprint, mailboxFingerprint } from '../../../kit/http/server/caller.ts'
import { join } from '../attendances/join.ts'
import { Joining } from '../schema.ts'
import { PublicSession, Receipt } from '../shapes.ts'
import { openSession, openSessionList, openSessionPage } from './open-sessions.ts'

/** `/api/public/sessions`: sessions open to the public, without an account. */
export default routes((on, app) => {
  reads(on)
  joining(on, app)
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: 'public',
      summary: 'Sessions open to the public',
      ...openSessionList.of(PublicSession),
      etag: 'content',
    },
    ({ db, query }) => openSessionPage(db, {}, query),
  )

  on.get(
    '/:id',
    { access: 'public', summary: 'One public session', returns: PublicSession, etag: 'content' },
    ({ db, params }) => openSession(db, params),
  )
}

const joining = (on: On, { keys }: FastifyInstance) => {
  on.create(
    '/:id/attendances',
    {
      access: 'public',
      summary: 'Register as a guest; the answer is a receipt',
      body: Joining,
      returns: Receipt,
      etag: 'none',
      bodyLimit: 8192,
      serializeBy: 'id',
      refuses: ['session_full', 'too_many_requests'],
    },
    ({ tx, params, body, request, locale }) =>
      join(tx, params.id, body, {
        address: callerFingerprint(keys, request.ip),
        mailbox: mailboxFingerprint(keys, `${body.email}`),
        locale,
      }),
  )
}
