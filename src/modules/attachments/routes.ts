import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { found } from '../../kit/errors.ts'
import { fileLink } from '../../kit/files/files.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { FILE_MB } from '../../kit/sizes.ts'
import { terms } from '../../terms.ts'
import { keepAttachment, removeAttachment } from './actions.ts'
import { visibleTo } from './queries.ts'
import { Attachment, Link, NewAttachment } from './schema.ts'

const access = 'signed-in'

export default routes((on, app) => {
  keeping(on)
  bytes(on, app)
  removal(on)
})

const keeping = (on: On) => {
  on.upload(
    '',
    {
      access,
      summary: `Upload an attachment: jpeg, png, webp or pdf, at most ${FILE_MB} MB`,
      body: NewAttachment,
      returns: Attachment,
      refuses: ['too_large'],
    },
    ({ tx, actor, body }) => keepAttachment(tx, actor, body.file),
  )
}

const bytes = (on: On, { keys }: FastifyInstance) => {
  on.file('/:id', { access, summary: 'The file itself, or its thumbnail' }, async ({ db, actor, params }) =>
    found(await visibleTo(db, actor).where('a.id', '=', params.id).executeTakeFirst()),
  )

  on.get(
    '/:id/link',
    { access, summary: `A link to the file, valid for ${terms.fileLink.spelled.en}`, returns: Link, etag: 'none' },
    async ({ db, actor, params }) => {
      const { file_id } = found(await visibleTo(db, actor).where('a.id', '=', params.id).executeTakeFirst())
      return fileLink(db, keys, file_id, actor.id)
    },
  )
}

const removal = (on: On) => {
  on.delete(
    '/:id',
    { access, summary: 'Remove an own attachment that nothing refers to', returns: Type.Null(), refuses: ['in_use'] },
    async ({ tx, actor, params }) => {
      await removeAttachment(tx, actor, params.id)
      return null
    },
  )
}
