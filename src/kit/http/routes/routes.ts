import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { ref } from '../../fields.ts'
import { answerList, columnsOf, isRecordList, withFile } from '../export/export.ts'
import { FileQuery } from '../files/send.ts'
import { uploadRoute } from '../files/upload.ts'
import { readNoBody } from '../server/json-body.ts'
import { changing, refuseOtherFaults } from './as-read.ts'
import {
  answerConstant,
  answerFile,
  answerRead,
  answerWrite,
  type ReadHandler,
  type ShowHandler,
  type WriteHandler,
} from './handlers.ts'
import type { On, Show, Spec, Write } from './spec.ts'
import { closed } from './validators.ts'

export type { On } from './spec.ts'

/** The routes of a module. Each is one statement: path, access, schemas, and one call. */
export function routes(define: (on: On, app: FastifyInstance) => void) {
  const plugin = async (app: FastifyInstance) => define(methodsOf(app), app)
  // Without a name Fastify looks for the plugin among all loaded modules.
  return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: 'routes' })
}

const methodsOf = (app: FastifyInstance): On => ({
  get: (path, spec, handler) => {
    const read = handler as ReadHandler
    app.reads.set(app.prefix + path, read)
    if (isRecordList(spec))
      add(app, 'GET', path, withFile(spec), answerList(app, spec, read), { columns: columnsOf(spec) })
    else add(app, 'GET', path, spec, answerRead(app, spec, read))
  },
  constant: (path, spec, data) => add(app, 'GET', path, spec, answerConstant(data)),
  create: writeRoute(app, 'POST', 201),
  post: writeRoute(app, 'POST'),
  accept: writeRoute(app, 'POST', 202),
  put: changeRoute(app),
  patch: writeRoute(app, 'PATCH'),
  delete: writeRoute(app, 'DELETE'),
  upload: uploading(app),
  file: sendingFile(app),
  raw: (method, path, spec, handler) => add(app, method, path, spec, handler, { raw: true }),
})

const add = (
  app: FastifyInstance,
  method: RouteOptions['method'],
  path: string,
  spec: Spec,
  handler: RouteOptions['handler'],
  config: Pick<FastifyContextConfig, 'raw' | 'columns'> = {},
  status = 200,
) => {
  const options = optionsOf(path, spec, status)
  app.route({ method, url: path, handler, ...options, config: { ...options.config, ...config } })
}

const writeRoute =
  (app: FastifyInstance, method: RouteOptions['method'], status = 200): Write =>
  (path, spec, handler) =>
    add(app, method, path, spec, answerWrite(app, spec, handler as WriteHandler, status), {}, status)

/** A change of a record takes the record as its GET answers it. */
const changeRoute =
  (app: FastifyInstance): Write =>
  (path, spec, handler) => {
    const record = app.prefix + path
    const answer = answerWrite(app, spec, changing(app, record, spec, handler as WriteHandler), 200)
    const { config, ...options } = optionsOf(path, spec, 200)
    app.route({
      method: ['PUT', 'PATCH'],
      url: path,
      ...options,
      config,
      attachValidation: true,
      handler: (request, reply) => {
        refuseOtherFaults(app, record, request)
        return answer(request, reply)
      },
    })
  }

const uploading =
  (app: FastifyInstance): Write =>
  (path, spec, handler) => {
    const { config, schema, ...options } = optionsOf(path, spec, 201)
    const { body: form = Type.Object({}), ...rest } = schema
    const answer = answerWrite(app, spec, handler as WriteHandler, 201)
    const route = { url: path, ...options, config: { ...config, form }, schema: rest, handler: answer }
    uploadRoute(app, form, route, spec.beforeUpload)
  }

const sendingFile =
  (app: FastifyInstance): Show =>
  (path, spec, handler) => {
    const { config, schema, ...options } = optionsOf(path, { query: FileQuery, ...spec, returns: Type.Any() }, 200)
    const answer = answerFile(app, handler as ShowHandler)
    const given = { config: { ...config, raw: true, bytes: true }, schema: { ...schema, response: aFile } } as const
    app.route({ method: 'GET', url: path, ...options, ...given, handler: answer })
  }

const bytes = Type.Unsafe({ type: 'string', format: 'binary' })
const aFile = { 200: { content: { 'application/octet-stream': { schema: bytes } } } }

/** The most bytes of a body on routes without sign-in. */
const PUBLIC_BODY_LIMIT = 65_536

const optionsOf = (path: string, spec: Spec, status: number) => {
  const { bodyLimit = spec.access === 'public' ? PUBLIC_BODY_LIMIT : undefined } = spec
  return {
    config: configOf(spec),
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: schemaOf(path, spec, status),
    ...(spec.body && { preValidation: readNoBody }),
  }
}

const configOf = ({ access, name, refuses = [], otherMedia, cache, quiet, duringEnrolment }: Spec) => ({
  access,
  refuses,
  ...(name !== undefined && { name }),
  ...(otherMedia !== undefined && { otherMedia }),
  ...(cache !== undefined && { cache }),
  ...(quiet && { quiet }),
  ...(duringEnrolment && { duringEnrolment }),
})

const schemaOf = (
  path: string,
  { summary, params = idsIn(path), query, body, returns, otherwise, meta, media }: Spec,
  status: number,
) => ({
  summary,
  ...(params && { params }),
  querystring: query ?? Type.Object({}, { additionalProperties: false }),
  ...(body && { body: closed(body) }),
  response: {
    [status]: media ? { content: { [media]: { schema: returns } } } : Enveloped(returns, meta),
    ...(otherwise && { [otherwise.status]: Enveloped(otherwise.returns) }),
  },
})

// The envelope of every answer.
const Enveloped = (data: TSchema, meta?: TSchema) =>
  Type.Object({ success: Type.Literal(true), data, ...(meta && { meta }) }, { additionalProperties: false })

const idsIn = (path: string) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.length ? Type.Object(Object.fromEntries(names.map((name) => [name, ref()]))) : undefined
}
