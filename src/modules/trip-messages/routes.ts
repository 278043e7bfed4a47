import { Type } from 'typebox'
import { flag } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { staff } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { sendMessage } from './actions.ts'
import { messageArray } from './queries.ts'
import { NewTripMessage } from './rules.ts'
import { Recipient, ShownTripMessage } from './schema.ts'

const Sent = Type.Object({ dry_run: flag(), recipients: Type.Array(Recipient) })

/** `/api/planned-trips/{id}/messages`: messages to the travelers of a trip. */
export default routes((on) => {
  on.get(
    '/:id/messages',
    {
      access: staff,
      summary: 'What was written to the people on a trip, newest first',
      returns: Type.Array(ShownTripMessage),
      etag: 'content',
    },
    ({ db, actor, params }) => messageArray(db, { ...readerOf(actor), ...params }),
  )
  on.post(
    '/:id/messages',
    {
      name: 'sendPlannedTripMessage',
      access: ['sales', 'department', 'admin'],
      summary: 'Write to everybody on a trip, or to those who lack something; a dry run names who gets it and how',
      body: NewTripMessage,
      returns: Sent,
      etag: 'none',
    },
    ({ tx, actor, params, body }) => sendMessage(tx, params.id, body, actor.id),
  )
})
