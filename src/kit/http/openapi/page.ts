import type { Route } from './catalogue.ts'
import { conventions } from './conventions.ts'
import { type About, chaptersOf } from './document.ts'
import { rolesOf } from './operation.ts'

/**
 * The HTML page of the reference. Its script replaces the links by the reference. It loads its script and the document from this
 * service, and nothing from other hosts.
 */
export function pageOf({ title }: About) {
  return `<!doctype html>
<html lang="zh-Hant-TW">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <title>${title}</title>
  </head>
  <body>
    <div id="reference"><a href="/llms.txt">/llms.txt</a> · <a href="/api/openapi.json">/api/openapi.json</a></div>
    <script src="/docs/program.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`
}

/** Starts the script without the features that would contact another host. */
export function startOf({ title }: About) {
  return `Scalar.createApiReference('#reference', ${JSON.stringify(
    {
      url: '/api/openapi.json',
      telemetry: false,
      withDefaultFonts: false,
      proxyUrl: '',
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      documentDownloadType: 'direct',
      orderSchemaPropertiesBy: 'preserve',
      authentication: { preferredSecurityScheme: 'bearer' },
      metaData: { title },
      customCss: '.darklight-reference a[href*="scalar.com"] { display: none }',
    },
    null,
    2,
  )})
`
}

/** The API on one page of plain text, for language models and people in a hurry. */
export function guideOf({ title, version, says: [zh, en], chapters }: About, routes: readonly Route[]) {
  return `${[
    `# ${title} ${version}`,
    `> ${en} ${zh}`,
    '- [OpenAPI 3.1](/api/openapi.json): every route with its fields, examples and refusals\n- [Reference](/docs): the same, to read',
    ...conventions.map(({ about, words }) => `## ${about[1]}\n${words[1]}`),
    '# Routes\nEach with who may call it: roles, `signed-in`, or `public`.',
    ...chaptersOf(chapters, routes).map(({ chapter, routes }) =>
      [`## ${chapter.says[1]} ${chapter.says[0]}`, ...routes.map(lineOf)].join('\n'),
    ),
  ].join('\n\n')}\n`
}

const lineOf = ({ methods, path, summary, access }: Route) =>
  `- ${methods.join('/')} ${path}: ${summary} (${rolesOf(access).join(', ')})`
