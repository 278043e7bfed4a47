import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { FILE_MB } from '../../constants.ts'
import type { Db } from '../../db/tables.ts'
import { refusals } from '../../errors.ts'
import { formLimits } from '../files/form.ts'
import { sendBytes } from '../routes/sheet.ts'
import { asRefusal, problem } from '../server/problem.ts'
import { type PageRoute, takeSentForm, type Visit } from './forms.ts'
import { html } from './html.ts'
import { type Frame, type Page, sendPage } from './page.ts'
import type { Fields } from './sent.ts'

/** What surrounds the page of a token, in the language that the visitor chose or, without a choice, in that of the link's person. */
export type FrameOf = (db: Db, token: string, request: FastifyRequest) => Promise<Frame>

/** The most bytes of a form without files. A text that is too long for its field still arrives, and is refused there. */
export const MOST_IN_FORM = 262_144
const open = { access: 'public', bytes: true } as const

/**
 * `GET` shows the page and changes nothing, because scanners of mails open links. `POST` takes one of its forms and leads back to
 * the page, or shows it again with what was typed.
 */
export function servePage(app: FastifyInstance, path: string, route: PageRoute, frameOf: FrameOf) {
  return app.register(async (scope) => {
    await acceptForms(scope)
    scope.get(
      path,
      { config: open },
      answering(route, frameOf, (visit, { server }) => route.show(server.database.db, visit)),
    )
    const { file } = route
    if (file) scope.get(`${path}/:file`, { config: open }, answering(route, frameOf, sendingFile(file)))
    scope.post(
      path,
      { config: { ...open, form: Type.Object({}) }, bodyLimit: MOST_IN_FORM },
      answering(route, frameOf, (visit, request, reply) => takeSentForm(request, reply, route, visit)),
    )
  })
}

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

const sendingFile =
  (read: NonNullable<PageRoute['file']>): Answer =>
  async (visit, request, reply) => {
    const { type, name, bytes } = await read(visit, (request.params as { file: string }).file, request)
    sendBytes(reply, type, name, bytes)
    return undefined
  }

type Answer = (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<Page | undefined>

// An answer without a page has sent something else, such as the way to another address.
const answering =
  ({ policy }: PageRoute, frameOf: FrameOf, answer: Answer) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { token: string }
    const frame = await frameOf(request.server.database.db, token, request)
    const page = await answer(visitOf(request, token, frame), request, reply).catch((error) =>
      refusedPage(error, request, reply, frame),
    )
    return page ? sendPage(reply, page, frame, policy) : reply
  }

const visitOf = ({ query }: FastifyRequest, token: string, { locale }: Frame): Visit => {
  const { done } = query as { done?: unknown }
  return { token, locale, done: typeof done === 'string' ? done : undefined, sent: undefined }
}

const refusedPage = (error: unknown, request: FastifyRequest, reply: FastifyReply, { locale }: Frame): Page => {
  const refusal = asRefusal(error)
  if (refusal.code === 'internal') throw error
  const { title, detail } = problem(refusal, locale, request.id)
  reply.code(refusals[refusal.code][0]).headers(refusal.extras.headers ?? {})
  return { title, body: html`<section class="card"><h1>${title}</h1><p>${detail}</p></section>` }
}
