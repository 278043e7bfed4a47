import type { Page } from 'playwright-core'

/** What the bar and the menu read for every page. */
const ofShell = /^\/api\/(me|house|work\/counts|notifications\/.*)$/

/** The addresses that a page itself reads, each once: a change that is announced meanwhile is read again. */
export const countedCalls = (page: Page) => {
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !ofShell.test(pathname))
      calls.add(pathname + search)
  })
  return calls
}
