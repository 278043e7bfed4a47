import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { say, type Words } from '../../words/words.ts'
import type { About, Chapter } from './about.ts'
import type { Route } from './catalogue.ts'
import { chaptersOf } from './chapters.ts'
import { conventions } from './conventions.ts'
import { headerComponents } from './headers.ts'
import { messagesOf } from './messages.ts'
import { namedSchemas } from './named-schemas.ts'
import { operation } from './operation.ts'
import { Problem } from './refused.ts'
import type { Schema } from './schema.ts'

/**
 * Builds the OpenAPI document from the registered routes. It yields to the event loop after each route, so that other
 * requests are served meanwhile.
 */
export const documentOf = async (
  { title, version, says, chapters, messages = {} }: About,
  routes: readonly Route[],
) => {
  const schemas: Record<string, Schema> = { Problem }
  const refused: Record<string, Schema> = {}
  const named = namedSchemas(schemas)
  const documented = chaptersOf(chapters, routes)
  const paths = await pathsOf(documented, (route, method, tag) => operation(route, method, { tag, named, refused }))

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

/** The document as text, written in parts for the same reason. */
export const jsonOf = async ({ paths, ...others }: Awaited<ReturnType<typeof documentOf>>) => {
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
