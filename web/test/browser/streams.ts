import type { BrowserContext, Page } from 'playwright-core'

/** The pages that listen to the service, which is one of the tabs of a person. A connection that was lost is opened again. */
export const pagesThatListen = (context: BrowserContext) => {
  const pages = new Set<Page>()
  context.on('request', (request) => {
    if (request.url().includes('/notifications/stream')) pages.add(request.frame().page())
  })
  return pages
}
