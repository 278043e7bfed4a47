import { onlineManager } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy as lazyOfReact } from 'react'

/** A component whose script and style are loaded when it is first shown. */
export const lazy: typeof lazyOfReact = (load) => lazyOfReact(() => loaded(load))

/** The same for a page; loading starts when the pointer is over a link to it. */
export const lazyPage = (load: () => Promise<unknown>) =>
  lazyRouteComponent(() => loaded(load) as Promise<{ default: ComponentType }>)

/**
 * While the service cannot be reached, loading is retried and the page stays as it is. If the file no longer exists, it belonged to
 * an older release: the page is reloaded, and drafts survive.
 */
export const loaded = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  await online()
  return load()
    .catch(async () => {
      await reached()
      await styleAgain()
      return load()
    })
    .catch(loadPageOfToday)
}

const online = () =>
  new Promise<void>((resolve) => {
    if (onlineManager.isOnline()) return resolve()
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return
      stop()
      resolve()
    })
  })

const AGAIN_MS = 3_000

let asking: Promise<void> | undefined
/** Shared by all waiting parts, so that only one of them polls the service. */
const reached = () => {
  asking ??= askUntilAnswered().finally(() => {
    asking = undefined
  })
  return asking
}

/** Resolves some time after a failure, once the browser has a network and the service answers. */
export const whenReached = async () => {
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  await online()
  await reached()
}

const askUntilAnswered = async () => {
  const ask = () => fetch(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  while (!(await ask())?.ok) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    await online()
  }
}

// Vite adds the style sheet of a part only once, whether it is loaded or not; so failed ones are removed.
const failedStyles = new Set<HTMLLinkElement>()
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  },
  { capture: true },
)

const styleAgain = () =>
  Promise.all(
    [...failedStyles].map((failed) => {
      failedStyles.delete(failed)
      const again = failed.cloneNode() as HTMLLinkElement
      failed.replaceWith(again)
      return new Promise((resolve, reject) => {
        again.onload = resolve
        again.onerror = reject
      })
    }),
  )

/** Not repeatedly, in case the new page lacks the file too. */
const loadPageOfToday = (error: unknown) => {
  const last = Number(sessionStorage.getItem('guidon.reloaded'))
  if (Date.now() - last < 60_000) throw error
  sessionStorage.setItem('guidon.reloaded', String(Date.now()))
  location.reload()
  return new Promise<never>(() => {})
}
