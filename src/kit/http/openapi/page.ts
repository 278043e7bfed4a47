import type { About } from './about.ts'

/** The HTML page of the reference. Its script takes the place of the links. It loads its script and the document from this service, and nothing from other hosts. */
export const pageOf = ({ title }: About) => `<!doctype html>
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

/** Starts the script with all features off that would call another host. */
export const startOf = ({ title }: About) => `Scalar.createApiReference('#reference', ${JSON.stringify(
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

/** The `Content-Security-Policy` of the page. Inline styles are allowed, because the script creates its styles at run time. */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
