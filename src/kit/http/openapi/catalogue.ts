import type { FastifyInstance, RouteOptions } from 'fastify'
import type { RefusalCode } from '../../errors.ts'
import type { ListColumn } from '../export/columns.ts'
import type { Access } from '../server/guard.ts'
import type { Schema } from './schema.ts'

type RouteAnswer = { status: string; media: string; schema: Schema }

/** A route as it was registered. */
export type Route = {
  methods: string[]
  /** `/api/seasons/{id}` */
  path: string
  access: Access
  /** One sentence; a route without one is left out of the reference. */
  summary: string | undefined
  /** The name of its operation, if the rule of names.ts gives no good one. */
  name: string | undefined
  params: Schema | undefined
  query: Schema | undefined
  body: Schema | undefined
  /** The media type of the body. */
  takes: string
  returns: RouteAnswer
  /** Another success with a status of its own. */
  otherwise: RouteAnswer | undefined
  /** Open also before a required second factor is set up. */
  duringEnrolment: boolean
  /** Other media types in which the route answers on request. */
  otherMedia: readonly string[]
  /** Of a list: the columns of its file. */
  columns: readonly ListColumn[]
  refuses: readonly RefusalCode[]
  raw: boolean
  /** Answers with a file. */
  bytes: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes. */
    catalogue: Route[]
  }
}

/** Collects every route that is registered after this call. */
export function keepCatalogue(app: FastifyInstance) {
  const routes: Route[] = []
  app.decorate('catalogue', routes)
  app.addHook('onRoute', (options) => {
    const methods = [options.method].flat().filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
    if (methods.length) routes.push(routeOf(methods, options))
  })
}

/** `/api/seasons/:id` → `/api/seasons/{id}` */
export function pathOf(url: string) {
  return url.replace(/:(\w+)(\([^)]*\))?/g, '{$1}').replace('*', '{rest}')
}

const routeOf = (methods: string[], { url, config = {}, schema = {} }: RouteOptions): Route => ({
  methods,
  path: pathOf(url),
  access: config.access ?? [],
  summary: (schema as { summary?: string }).summary,
  name: config.name,
  params: schema.params as Schema | undefined,
  query: schema.querystring as Schema | undefined,
  body: (config.form ?? schema.body) as Schema | undefined,
  takes: config.form ? 'multipart/form-data' : 'application/json',
  ...answersOf(schema.response as Record<string, Schema> | undefined),
  duringEnrolment: config.duringEnrolment ?? false,
  otherMedia: config.otherMedia ?? [],
  columns: config.columns ?? [],
  refuses: config.refuses ?? [],
  raw: config.raw ?? false,
  bytes: config.bytes ?? false,
})

const answersOf = (response: Record<string, Schema> = {}): Pick<Route, 'returns' | 'otherwise'> => {
  const [first = ['200', {}] as const, second] = Object.entries(response)
  return { returns: answerOf(...first), otherwise: second && answerOf(...second) }
}

const answerOf = (status: string, schema: Schema): RouteAnswer => {
  const [media, other] = Object.entries((schema.content ?? {}) as Record<string, { schema: Schema }>)[0] ?? []
  return media && other ? { status, media, schema: other.schema } : { status, media: 'application/json', schema }
}
