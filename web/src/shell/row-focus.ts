import type { AnyRouter } from '@tanstack/react-router'
import { isNothingFocused } from '../kit/kept-focus.ts'
import { rememberRecent } from './recent.ts'

/** Going back from a record focuses the link to that record, also in a list that is still loading. */
export const keepRowFocus = (router: AnyRouter) => {
  let isBack = false
  let stop = () => {}
  router.history.subscribe(({ action }: { action: { type: string } }) => {
    isBack = action.type === 'BACK' || action.type === 'GO'
  })
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!pathChanged && fromLocation) return
    stop()
    const stops = [whenThere('main header:has(h1)', (heading) => rememberRecent(hrefOf(toLocation), heading))]
    if (fromLocation) stops.push(whenThere(linkTo(hrefOf(fromLocation), isBack), focusUnlessMoved))
    stop = () => {
      for (const each of stops) each()
    }
  })
  const hrefOf = ({ pathname }: { pathname: string }) => `/desk${pathname}`.replace(/\/$/, '')
}

/** Only lists have rows; on the page of a record only going back restores the row. */
const linkTo = (path: string, isBack: boolean) =>
  ['', '?']
    .map((rest) => `main a${isBack ? '' : '.row-link'}[href${rest ? '^' : ''}="${CSS.escape(path + rest)}"]`)
    .join()

const focusUnlessMoved = (link: HTMLElement) => isNothingFocused() && link.focus({ preventScroll: true })

/** Runs `act` on an element as soon as it exists, unless the returned function is called before. */
const whenThere = (selector: string, act: (element: HTMLElement) => void) => {
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector)
    if (!element) return
    observer.disconnect()
    act(element)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}
