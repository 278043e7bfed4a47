type PageRules = {
  hasScript: boolean
  hasWorker?: boolean
  framedBy: readonly string[]
  postsTo?: readonly string[] | undefined
}

/** What a browser may load and run, for each kind of page: the value of its `Content-Security-Policy` header. */
export const securityPolicies = {
  /** The console: an application whose scripts and styles are files of this service. Papers are shown within its pages. */
  console: policy(
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "frame-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ),
  /** A page that the service writes: HTML whose script, if it has one, is a file of this service and talks to it alone. `hasWorker` is for one that opens without a network; `framedBy` are the hosts that may show it in a frame, `postsTo` those that its forms post to instead of this service. */
  page: ({ hasScript, hasWorker, framedBy, postsTo = [] }: PageRules) =>
    policy(
      ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
      ...(hasWorker ? ["worker-src 'self'"] : []),
      "style-src 'self'",
      "img-src 'self' data:",
      "manifest-src 'self'",
      "base-uri 'none'",
      `form-action ${postsTo.join(' ') || "'self'"}`,
      `frame-ancestors ${framedBy.join(' ') || "'none'"}`,
    ),
  /** The reference of the API. Inline styles are allowed, because its script creates its styles at run time. */
  apiReference: policy(
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ),
  /** A file that somebody has uploaded: nothing of it runs, and it loads nothing. */
  file: policy('sandbox'),
}

function policy(...directives: string[]) {
  return ["default-src 'none'", ...directives].join('; ')
}
