import type { BrowserContext, Page } from 'playwright-core'

/** The pages that listen to the stream: one of the tabs of each person. A lost connection is opened again. */
export const pagesThatListen = (context: BrowserContext) => {
  const pages = new Set<Page>()
  context.on('request', (request) => {
    if (request.url().includes('/notifications/stream')) pages.add(request.frame().page())
  })
  return pages
}
