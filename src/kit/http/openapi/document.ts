import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { type TSchema, Type } from 'typebox'
import { moment, shown } from '../../fields.ts'
import { WEBHOOKS_RETRIED } from '../../terms.ts'
import { say, type Words } from '../../words/words.ts'
import type { Route } from './catalogue.ts'
import { conventions } from './conventions.ts'
import { type Operation as DescribedOperation, type FieldSentences, fieldDescriber } from './field-sentences.ts'
import { firstWordOf, pascal } from './names.ts'
import { headerComponents, operation, Problem } from './operation.ts'
import { exampleOf, type NameSchema, namedSchemas, type Schema, standard } from './schema.ts'

/** The description of the API for its reference. */
export type About = {
  title: string
  version: string
  says: Words
  chapters: readonly Chapter[]
  messages?: Messages
  fields?: FieldSentences
}

/** A chapter of the reference. `holds`: the first words of its paths, if they differ from its name. */
type Chapter = { name: string; says: Words; holds?: readonly string[] }

/** The messages that the service sends (webhooks), by type. */
type Messages = Record<string, { says: Words; data: TSchema }>

/**
 * Builds the OpenAPI document from the registered routes. It yields to the event loop after each route, so that other
 * requests are served meanwhile.
 */
export async function documentOf(about: About, routes: readonly Route[]) {
  const { title, version, says, chapters, messages = {}, fields = noSentences } = about
  const schemas: Record<string, Schema> = { Problem }
  const refused: Record<string, Schema> = {}
  const named = namedSchemas(schemas)
  const documented = chaptersOf(chapters, routes)
  const describeFields = fieldDescriber(fields, schemas)
  const paths = await pathsOf(documented, (route, method, tag) => {
    const described = operation(route, method, { tag, named, refused })
    // A cast, because a schema may have any keyword and an operation is typed as one.
    if (fields.chapters.includes(tag)) describeFields(described as unknown as DescribedOperation)
    return described
  })

  return {
    openapi: '3.1.0',
    info: { title, version, description: describe(says) },
    servers: [{ url: '/' }],
    tags: documented.map(({ chapter }) => tagOf(chapter)),
    paths,
    webhooks: messagesOf(messages, named),
    components: {
      securitySchemes,
      ...headerComponents(),
      responses: { ...answersWithoutProblem, ...refused },
      schemas,
    },
  }
}

const noSentences: FieldSentences = { chapters: [], sentences: {} }

const cookieWords =
  '瀏覽器以 `POST /api/me/session` 取得；只在 `Sec-Fetch-Site: same-origin` 時有效，經 https 時名為 `__Host-guidon`。 ' +
  'Set by `POST /api/me/session`; it counts only with `Sec-Fetch-Site: same-origin`, and over https it is called `__Host-guidon`.'
const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'guidon', description: cookieWords },
}

const answersWithoutProblem = {
  part_of_file: { description: '檔案的一段 The part of the file that was asked for' },
  not_modified: { description: '未變更 Not modified' },
}

type Operation = (route: Route, method: string, tag: string) => Schema
const pathsOf = async (documented: ReturnType<typeof chaptersOf>, operationOf: Operation) => {
  const paths: Record<string, Schema> = {}
  for (const { chapter, routes } of documented) {
    for (const route of routes) {
      for (const method of route.methods) {
        const described = operationOf(route, method, chapter.name)
        paths[route.path] = { ...paths[route.path], [method.toLowerCase()]: described }
      }
      await yieldToLoop()
    }
  }
  return paths
}

/** The document as text, written in parts, so that other requests are served meanwhile. */
export async function jsonOf({ paths, ...others }: Awaited<ReturnType<typeof documentOf>>) {
  const parts: string[] = []
  for (const [path, operations] of Object.entries(paths)) {
    parts.push(`${JSON.stringify(path)}:${JSON.stringify(operations)}`)
    await yieldToLoop()
  }
  return `${JSON.stringify(others).slice(0, -1)},"paths":{${parts.join()}}}`
}

const describe = (says: Words) =>
  (['zh-TW', 'en'] as const)
    .flatMap((locale) => [
      say(says, locale),
      ...conventions.map(({ about, words }) => `### ${say(about, locale)}\n${say(words, locale)}`),
    ])
    .join('\n\n')

const tagOf = ({ name, says: [zh, en] }: Chapter) => ({
  name,
  description: `${zh} ${en}`,
  'x-displayName': `${zh} ${en}`,
})

/**
 * The documented routes by chapter, in the order of the chapters. A path without a chapter gets one that is named after its first
 * word.
 */
export function chaptersOf(declared: readonly Chapter[], routes: readonly Route[]) {
  const words = new Map(declared.flatMap((chapter) => (chapter.holds ?? [chapter.name]).map((word) => [word, chapter])))
  const shown = new Map<Chapter, Route[]>(declared.map((chapter) => [chapter, []]))
  for (const route of routes.filter(({ summary }) => summary !== undefined)) {
    const word = firstWordOf(route.path)
    const chapter = words.get(word) ?? { name: word, says: [word, word] }
    words.set(word, chapter)
    shown.set(chapter, [...(shown.get(chapter) ?? []), route])
  }
  return [...shown].map(([chapter, routes]) => ({ chapter, routes })).filter(({ routes }) => routes.length > 0)
}

/** The webhook messages, as the `webhooks` of the document. */
const messagesOf = (messages: Messages, named: NameSchema) =>
  Object.fromEntries(
    Object.entries(messages).map(([type, { says, data }]) => [type, { post: message(type, says, data, named) }]),
  )

const message = (type: string, says: Words, data: TSchema, named: NameSchema) => {
  const whole: TSchema = shown(Type.Object({ type: Type.Literal(type), timestamp: moment(), data }))
  const body = whole as Schema
  return {
    operationId: `tell${pascal(type)}`,
    tags: ['webhooks'],
    summary: `${say(says, 'en')} ${say(says, 'zh-TW')}`,
    security: [],
    parameters: webhookHeaders.map(([name, description, example]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', examples: [example] },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: named(standard(body), `${pascal(type)}Message`),
          example: exampleOf(body),
        },
      },
    },
    responses: {
      '2XX': { description: `已收到 Taken; anything else is tried again for ${WEBHOOKS_RETRIED.spelled.en}` },
      410: { description: '不再接收 The receiver accepts no more messages: the webhook is disabled' },
    },
  }
}

const webhookHeaders = [
  ['webhook-id', '重送時不變 Stays the same however often it is sent', 'msg_5f0c7c86f2a34c6fb0c0a1d2e3f40516'],
  ['webhook-timestamp', '送出的時間（秒） When it was sent, in seconds', '1801049400'],
  ['webhook-signature', 'Standard Webhooks (HMAC-SHA256)', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
] as const
