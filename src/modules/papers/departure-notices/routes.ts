import { routes } from '../../../kit/http/routes/routes.ts'
import { staff } from '../../roles.ts'
import { readerOf } from '../../users/reader.ts'
import { noticesOfTrip, sendNotices } from './actions.ts'
import { NoticesOfTrip, SendNotices, SentNotices } from './schema.ts'

/** `/api/planned-trips/{id}/departure-notices`: the version that each booking has, and mailing the current one. */
export default routes((on) => {
  on.get(
    '/:id/departure-notices',
    {
      name: 'listDepartureNotices',
      access: staff,
      summary: 'The departure notice of each booking: what was mailed when, and what has changed since',
      returns: NoticesOfTrip,
      etag: 'none',
    },
    ({ db, actor, params }) => noticesOfTrip(db, { ...readerOf(actor), ...params }),
  )
  on.post(
    '/:id/departure-notices',
    {
      name: 'sendDepartureNotices',
      access: ['sales', 'department', 'admin'],
      summary: 'Mail the departure notice to every booking without the current one; a dry run says who gets it',
      body: SendNotices,
      returns: SentNotices,
      etag: 'none',
    },
    ({ tx, params, body }) => sendNotices(tx, params.id, body),
  )
})
