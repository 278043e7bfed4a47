import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { FILE_MB } from '../../sizes.ts'
import { formLimits } from '../files/form.ts'
import type { Fields } from './sent.ts'

/** The most bytes of a form without files. A text that is too long for its field still arrives, and is refused there. */
export const MOST_IN_FORM = 262_144

/** Lets pages of a scope take forms, with and without files. */
export async function acceptForms(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, fieldsIn(String(body))),
  )
  await scope.register(multipart, {
    limits: { ...formLimits, fileSize: FILE_MB * 1024 * 1024 },
    throwFileSizeLimit: false,
  })
}

const fieldsIn = (body: string): Fields => {
  const given = new URLSearchParams(body)
  return Object.fromEntries([...new Set(given.keys())].map((name) => [name, textIn(given.getAll(name))]))
}
const textIn = (texts: string[]) => (texts.length > 1 ? texts : (texts[0] ?? ''))
