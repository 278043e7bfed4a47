import type { Page } from 'playwright-core'

/** Requests of the bar and the menu, on every page. */
const ofShell = /^\/api\/(me|house|work\/counts|notifications\/.*)$/

/** The paths that a page itself requests, each once, because live changes cause repeated reads. Pictures come after it is shown. */
export const countedCalls = (page: Page) => {
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() === 'image') return
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !ofShell.test(pathname))
      calls.add(pathname + search)
  })
  return calls
}
