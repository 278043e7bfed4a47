import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { FILE_MB } from '../../kit/constants.ts'
import { found } from '../../kit/errors.ts'
import { fileLink } from '../../kit/files/files.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { RevealedOf, RevealOf } from '../../kit/secrets/personal-data.ts'
import { Link } from '../attachments/schema.ts'
import { byIn, editors, readers, staffEditors } from '../travelers/rules.ts'
import { actingOf, readerOf } from '../users/reader.ts'
import {
  askFor,
  changeDocument,
  handIn,
  keepDocument,
  rejectDocument,
  removeDocument,
  verifyDocument,
} from './actions.ts'
import { steps } from './flow.ts'
import { documentList, documentPage, documentsById, fileAt, oneDocument } from './queries.ts'
import { revealDocument } from './reveal-actions.ts'
import {
  DocumentChange,
  HandedIn,
  NewDocument,
  PassportReading,
  Rejection,
  TravelerDocument,
  Wanted,
} from './schema.ts'
import { ShownDocument as returns } from './shapes.ts'

const etag = 'content'

/** `/api/traveler-documents`: passports, visas and other documents of travelers. */
export default routes((on, app) => {
  reads(on)
  bytes(on, app)
  newPaper(on, app)
  handingIn(on, app)
  asking(on, app)
  judging(on, app)
  keeping(on, app)
  revelation(on, app)
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: readers,
      summary: 'Documents of travelers; a customer those of its bookings',
      ...documentList.of(returns),
      etag,
    },
    ({ db, actor, query }) => documentPage(db, actingOf(actor), query),
  )
  on.get('/:id', { access: readers, summary: 'One document', returns, etag }, ({ db, actor, params }) =>
    oneDocument(db, { ...actingOf(actor), ...params }),
  )
}

const bytes = (on: On, { keys }: FastifyInstance) => {
  on.file(
    '/:id/file',
    { access: readers, summary: 'The file itself, or its thumbnail' },
    async ({ db, actor, params }) => found(await fileAt(db, { ...readerOf(actor), ...params })),
  )
  on.get(
    '/:id/link',
    { access: readers, summary: 'A link to the file, valid for five minutes', returns: Link, etag: 'none' },
    async ({ db, actor, params }) => {
      const { file_id } = found(await fileAt(db, { ...readerOf(actor), ...params }))
      return fileLink(db, keys, file_id, actor.id)
    },
  )
}

const newPaper = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.upload(
    '',
    {
      access: editors,
      summary: `Upload a document: jpeg, png, webp or pdf, at most ${FILE_MB} MB`,
      body: NewDocument,
      returns,
      etag,
      refuses: ['too_large', 'step_not_possible'],
    },
    async ({ tx, actor, body }) => {
      const id = await keepDocument(tx, by(actor), body)
      return { id, ...(await oneDocument(tx, { ...actingOf(actor), id })) }
    },
  )
}

const handingIn = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.upload(
    '/:id/file',
    {
      access: steps.receive.by,
      summary: 'Upload a requested or rejected document',
      body: HandedIn,
      returns,
      etag,
      refuses: ['too_large', 'step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await handIn(tx, by(actor), params.id, body, expected)
      return oneDocument(tx, { ...actingOf(actor), ...params })
    },
  )
}

const asking = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.post(
    '/wanted',
    {
      name: 'requestTravelerDocuments',
      access: staffEditors,
      summary: 'Request documents of a traveler',
      body: Wanted,
      returns: Type.Array(returns),
      etag: 'none',
    },
    async ({ tx, actor, body }) => documentsById(tx, { ...actingOf(actor), ids: await askFor(tx, by(actor), body) }),
  )
}

const judging = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  const alike = { returns, etag, refuses: ['step_not_possible', 'stale'] } as const
  on.post(
    '/:id/verify',
    {
      ...alike,
      access: steps.verify.by,
      summary:
        'Verify a document that is valid; what was read from a passport is compared with the traveler, and copied',
      body: PassportReading,
    },
    async ({ tx, actor, params, body, expected }) => {
      await verifyDocument(tx, by(actor), params.id, body, expected)
      return oneDocument(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/reject',
    { ...alike, access: steps.reject.by, summary: 'Reject a document with a reason', body: Rejection },
    async ({ tx, actor, params, body, expected }) => {
      await rejectDocument(tx, by(actor), params.id, body.reason, expected)
      return oneDocument(tx, { ...actingOf(actor), ...params })
    },
  )
}

const keeping = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.put(
    '/:id',
    {
      access: staffEditors,
      summary: 'Change the kind and the fields of a document',
      body: DocumentChange,
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeDocument(tx, by(actor), params.id, body, expected)
      return oneDocument(tx, { ...actingOf(actor), ...params })
    },
  )
  on.delete(
    '/:id',
    { access: staffEditors, summary: 'Remove a document and its file', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, actor, params, expected }) => {
      await removeDocument(tx, by(actor), params.id, expected)
      return null
    },
  )
}

const revelation = (on: On, { keys }: FastifyInstance) => {
  on.post(
    '/:id/reveal',
    {
      access: readers,
      summary: 'Reveal the number of a document; who and why is logged',
      body: RevealOf(TravelerDocument),
      returns: RevealedOf(TravelerDocument),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    ({ tx, actor, params, body: { fields, reason }, request }) =>
      revealDocument(tx, keys, params.id, fields, { reader: readerOf(actor), actor, reason, request_id: request.id }),
  )
}
