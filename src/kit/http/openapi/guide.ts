import type { About } from './about.ts'
import type { Route } from './catalogue.ts'
import { chaptersOf } from './chapters.ts'
import { conventions } from './conventions.ts'
import { rolesOf } from './operation.ts'

/** The API on one page of plain text, for language models and quick reading. */
export const guideOf = ({ title, version, says: [zh, en], chapters }: About, routes: readonly Route[]) =>
  `${[
    `# ${title} ${version}`,
    `> ${en} ${zh}`,
    '- [OpenAPI 3.1](/api/openapi.json): every route with its fields, examples and refusals\n- [Reference](/docs): the same, to read',
    ...conventions.map(({ about, words }) => `## ${about[1]}\n${words[1]}`),
    '# Routes\nEach with who may call it: roles, `signed-in`, or `public`.',
    ...chaptersOf(chapters, routes).map(({ chapter, routes }) =>
      [`## ${chapter.says[1]} ${chapter.says[0]}`, ...routes.map(lineOf)].join('\n'),
    ),
  ].join('\n\n')}\n`

const lineOf = ({ methods, path, summary, access }: Route) =>
  `- ${methods.join('/')} ${path}: ${summary} (${rolesOf(access).join(', ')})`
