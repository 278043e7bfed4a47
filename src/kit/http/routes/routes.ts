import type { FastifyInstance, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { ref } from '../../fields.ts'
import { FileQuery } from '../../files/send.ts'
import { uploadRoute } from '../../files/upload.ts'
import { constant } from './answer.ts'
import { closed, Enveloped } from './envelope.ts'
import {
  answerFile,
  answerRead,
  answerWrite,
  type ReadHandler,
  type ShowHandler,
  type WriteHandler,
} from './handlers.ts'
import type { On, Read, Show, Spec, Write } from './spec.ts'

export type { On, Reading, Spec, Writing } from './spec.ts'

/** A module's routes, each one a sentence: path, who may, shapes, one call. */
export const routes = (define: (on: On, app: FastifyInstance) => void) => async (app: FastifyInstance) => {
  const add = (
    method: RouteOptions['method'],
    path: string,
    spec: Spec,
    handler: RouteOptions['handler'],
    status = 200,
  ) => app.route({ method, url: path, handler, ...optionsOf(path, spec, status) })
  const reading: Read = (path, spec, handler) => add('GET', path, spec, answerRead(app, spec, handler as ReadHandler))
  const writing =
    (method: RouteOptions['method'], status = 200): Write =>
    (path, spec, handler) =>
      add(method, path, spec, answerWrite(app, spec, handler as WriteHandler, status), status)

  define(
    {
      get: reading,
      constant: (path, spec, data) => {
        const { config, ...options } = optionsOf(path, spec, 200)
        const handler = answerRead(app, spec, async () => data)
        app.route({ method: 'GET', url: path, handler, ...options, config: { ...config, constant: constant(data) } })
      },
      create: writing('POST', 201),
      post: writing('POST'),
      put: writing(['PUT', 'PATCH']),
      patch: writing('PATCH'),
      delete: writing('DELETE'),
      upload: uploading(app),
      file: showing(app),
      byHand: (method, path, spec, handler) => {
        const { config, ...options } = optionsOf(path, spec, 200)
        app.route({ method, url: path, handler, ...options, config: { ...config, byHand: true } })
      },
    },
    app,
  )
}

const uploading =
  (app: FastifyInstance): Write =>
  (path, spec, handler) => {
    const { config, schema, ...options } = optionsOf(path, spec, 201)
    const { body: form = Type.Object({}), ...rest } = schema
    const answer = answerWrite(app, spec, handler as WriteHandler, 201)
    const route = { url: path, ...options, config: { ...config, form }, schema: rest, handler: answer }
    uploadRoute(app, form, route, spec.admits)
  }

const showing =
  (app: FastifyInstance): Show =>
  (path, spec, handler) => {
    const { config, schema, ...options } = optionsOf(path, { query: FileQuery, ...spec, gives: Type.Any() }, 200)
    const answer = answerFile(app, handler as ShowHandler)
    const given = { config: { ...config, byHand: true, bytes: true }, schema: { ...schema, response: aFile } } as const
    app.route({ method: 'GET', url: path, ...options, ...given, handler: answer })
  }

const bytes = Type.Unsafe({ type: 'string', format: 'binary' })
const aFile = { 200: { content: { 'application/octet-stream': { schema: bytes } } } }

/** Bytes that a body may have where nobody has to sign in. */
const STRANGERS_BODY = 65_536

const optionsOf = (
  path: string,
  {
    access,
    says,
    params = idsIn(path),
    query,
    body,
    gives,
    meta,
    media,
    alsoAs,
    refuses = [],
    cache,
    bodyLimit = access === 'public' ? STRANGERS_BODY : undefined,
    quiet,
  }: Spec,
  status: number,
) => ({
  config: {
    access,
    refuses,
    ...(alsoAs !== undefined && { alsoAs }),
    ...(cache !== undefined && { cache }),
    ...(quiet && { quiet }),
  },
  ...(bodyLimit !== undefined && { bodyLimit }),
  schema: {
    summary: says,
    ...(params && { params }),
    querystring: query ?? Type.Object({}, { additionalProperties: false }),
    ...(body && { body: closed(body) }),
    response: { [status]: media ? { content: { [media]: { schema: gives } } } : Enveloped(gives, meta) },
  },
})

const idsIn = (path: string) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.length ? Type.Object(Object.fromEntries(names.map((name) => [name, ref()]))) : undefined
}
