import type { AnyRouter } from '@tanstack/react-router'

/** Marks the document from a click on a link until its page is shown. The shell draws a line above a page that takes its time. */
export const markLoadingOfNextPage = (router: AnyRouter) => {
  const mark = (isLoading: boolean) => () => {
    document.body.toggleAttribute('data-next-page-loading', isLoading)
  }
  router.subscribe('onBeforeNavigate', mark(true))
  router.subscribe('onResolved', mark(false))
}
