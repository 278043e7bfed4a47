import type { AnyRouter } from '@tanstack/react-router'

/** Marks the document from the click on a link until its page is shown. The shell shows a progress line for slow pages. */
export const markLoadingOfNextPage = (router: AnyRouter) => {
  const mark = (isLoading: boolean) => () => {
    document.body.toggleAttribute('data-next-page-loading', isLoading)
  }
  router.subscribe('onBeforeNavigate', mark(true))
  router.subscribe('onResolved', mark(false))
}
