import type { Access } from '../server/access.ts'
import type { Route } from './catalogue.ts'
import { exampleOf } from './example.ts'
import { givenHeaders, isTagged, shownHeaders, takenHeaders } from './headers.ts'
import type { NameSchema } from './named-schemas.ts'
import { isAlias, operationIdOf, pascal, recordNameOf } from './names.ts'
import { refusalsOf, refusedBy } from './refused.ts'
import type { Schema } from './schema.ts'
import { standard } from './standard.ts'

type Context = { tag: string; named: NameSchema; refused: Record<string, Schema> }

/** The OpenAPI operation of one method of a route. */
export const operation = (route: Route, method: string, { tag, named, refused }: Context): Schema => ({
  operationId: operationIdOf(route, method),
  tags: [tag],
  summary: route.summary,
  description: [whoMay(route.access), isAlias(route, method) && 'PUT 的別名。An alias of PUT.']
    .filter(Boolean)
    .join('\n\n'),
  'x-roles': rolesOf(route.access),
  ...(isAlias(route, method) && { 'x-alias-of': operationIdOf(route, 'PUT') }),
  security: route.access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
  parameters: [...inPath(route), ...inQuery(route), ...takenHeaders(route, method)],
  ...taking(route, method, named),
  responses: {
    [route.returns.status]: giving(route, method, named),
    ...(route.otherwise && { [route.otherwise.status]: givingOtherwise(route.otherwise, route, method, named) }),
    ...(route.bytes && { 206: { $ref: '#/components/responses/part_of_file' } }),
    ...(isTagged(route, method) && { 304: { $ref: '#/components/responses/not_modified' } }),
    ...refusedBy(refusalsOf(route, method), refused),
  },
})

/** Roles, or `public`, or `signed-in`. */
export const rolesOf = (access: Access): readonly string[] => (typeof access === 'string' ? [access] : access)

const whoMay = (access: Access) => {
  if (access === 'public') return '**任何人 Anybody**'
  if (access === 'signed-in') return '**登入即可 Whoever is signed in**'
  return `**限 Only:** ${access.join(', ')}`
}

const inPath = ({ path, params }: Route) =>
  [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => {
    const { description, ...schema } = standard(params?.properties?.[name] ?? { type: 'string' })
    return { name, in: 'path', required: true, ...(description && { description }), schema }
  })

// Without examples, because the reference page would fill them in and so filter a list that is tried out.
const inQuery = ({ query: { properties = {}, required = [] } = {} }: Route) =>
  Object.entries(properties).map(([name, field]) => {
    const { description, examples, separator, day, digits, ...schema } = standard(field)
    const example = schema.type === 'string' && examples && `\`${examples[0]}\``
    const said = [description, day && dayAlone[day as 'start' | 'end'], example].filter(Boolean).join(' ')
    const written = separator === ',' && { style: 'form', explode: false }
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(said && { description: said }),
      ...written,
      schema: day ? momentOrDay : schema,
    }
  })

const momentOrDay = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
}
const dayAlone = {
  start: '只給日期時，指當天的開始。A day alone means its start.',
  end: '只給日期時，指當天的結束。A day alone means its end.',
}

const taking = (route: Route, method: string, named: NameSchema) => {
  const { path, body, takes } = route
  if (!body) return {}
  const suffix = method === 'POST' ? 'Input' : 'Change'
  const schema = named(standard(body), recordNameOf(path) + suffix, pascal(operationIdOf(route, method)) + suffix)
  const example = takes === 'application/json' && { example: exampleOf(body) }
  return { requestBody: { required: true, content: { [takes]: { schema, ...example } } } }
}

const giving = (route: Route, method: string, named: NameSchema) => {
  const { status, media, schema } = route.returns
  const names = [recordNameOf(route.path), pascal(operationIdOf(route, method))]
  return {
    description: status === '201' ? '已建立 Created' : '成功 Done',
    headers: givenHeaders(route, method),
    content: {
      [media]: { schema: enveloped(standard(schema), (record) => named(record, ...names)) },
      ...Object.fromEntries(route.otherMedia.map((type) => [type, { schema: schemaOfFile(type) }])),
    },
  }
}

// Only text is a string in JSON's sense; everything else is bytes.
const schemaOfFile = (type: string) =>
  type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }

const givingOtherwise = ({ media, schema }: Route['returns'], route: Route, method: string, named: NameSchema) => ({
  description: '尚未完成 One more step',
  headers: shownHeaders('X-Request-Id'),
  content: {
    [media]: {
      schema: enveloped(standard(schema), (record) =>
        named(record, `${pascal(operationIdOf(route, method))}Unfinished`),
      ),
    },
  },
})

// The record inside the envelope gets the name, because the envelope is the same everywhere.
const enveloped = (answer: Schema, named: (record: Schema) => Schema): Schema => {
  const { data, ...others } = answer.properties ?? {}
  if (!data) return answer
  const shown = data.items ? { ...data, items: named(data.items) } : named(data)
  return { ...answer, properties: { ...others, data: shown } }
}
