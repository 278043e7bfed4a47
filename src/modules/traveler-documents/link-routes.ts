import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { ref } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { openMailedLink } from '../bookings/links.ts'
import { handIn, keepDocument } from './actions.ts'
import { giverBehind } from './link-actions.ts'
import { documentPage, fileAt, oneDocument } from './queries.ts'
import { HandedIn, NewDocument } from './schema.ts'
import { ShownDocument as returns } from './shapes.ts'

const token = Type.String({ maxLength: 200 })
const ofBooking = Type.Object({ token })
const ofPaper = Type.Object({ token, id: ref() })

/** `/api/trip-registrations/{token}/documents`: the documents of a booking, for the holder of its link. */
export default routes((on, app) => {
  reads(on)
  handingIn(on, app)
})

type Knocking = { db: Db; params: Record<string, string> }

const reads = (on: On) => {
  on.get(
    '/:token/documents',
    {
      access: 'public',
      summary: "The documents of the booking's travelers",
      params: ofBooking,
      returns: Type.Array(returns),
      people: true,
      etag: 'none',
      refuses: ['not_found', 'forbidden'],
    },
    async ({ db, params: { token } }) => {
      const { json } = await documentPage(
        db,
        { ...(await openMailedLink(db, token)).reader, token },
        { per_page: 100, sort: 'id' },
      )
      return { json }
    },
  )
  on.file(
    '/:token/documents/:id/file',
    { access: 'public', summary: 'The file of a document', params: ofPaper, refuses: ['not_found', 'forbidden'] },
    async ({ db, params: { token, id } }) =>
      found(await fileAt(db, { ...(await openMailedLink(db, token)).reader, id })),
  )
}

const uploaded = {
  access: 'public',
  returns,
  etag: 'none',
  refuses: ['not_found', 'forbidden', 'too_large', 'step_not_possible', 'too_many_requests'],
  beforeUpload: ({ db, params: { token = '' } }: Knocking) => openMailedLink(db, token),
} as const

const handingIn = (on: On, { keys }: FastifyInstance) => {
  on.upload(
    '/:token/documents',
    { ...uploaded, summary: 'Upload a document of a traveler', params: ofBooking, body: NewDocument },
    async ({ tx, params: { token }, body }) => {
      const giver = await giverBehind(tx, keys, token)
      const id = await keepDocument(tx, giver, body)
      return { id, ...(await oneDocument(tx, { ...giver.reader, token, id })) }
    },
  )
  on.upload(
    '/:token/documents/:id/file',
    { ...uploaded, summary: 'Upload a requested or rejected document', params: ofPaper, body: HandedIn },
    async ({ tx, params: { token, id }, body }) => {
      const giver = await giverBehind(tx, keys, token)
      await handIn(tx, giver, id, body)
      return oneDocument(tx, { ...giver.reader, token, id })
    },
  )
}
