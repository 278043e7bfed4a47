import { onlineManager } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy as lazyOfReact } from 'react'

/** A part of a page whose script and style are loaded when it is shown first. */
export const lazy: typeof lazyOfReact = (load) => lazyOfReact(() => loaded(load))

/** The same for a whole page, which is loaded already when the pointer is on a link to it. */
export const lazyPage = (load: () => Promise<unknown>) =>
  lazyRouteComponent(() => loaded(load) as Promise<{ default: ComponentType }>)

/**
 * As long as the service cannot be reached the part is waited for, and the page stays as it is. A part that is gone is of a
 * release that ended long ago: the page of today has all its parts, and drafts survive.
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
/** However many parts wait, the service is asked by one of them. */
const reached = () => {
  asking ??= askUntilAnswered().finally(() => {
    asking = undefined
  })
  return asking
}

const askUntilAnswered = async () => {
  const ask = () => fetch(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  while (!(await ask())?.ok) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    await online()
  }
}

// Vite adds the style of a part once, whether it arrives or not.
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

/** Not again and again, should that page have lost the part too. */
const loadPageOfToday = (error: unknown) => {
  const last = Number(sessionStorage.getItem('guidon.reloaded'))
  if (Date.now() - last < 60_000) throw error
  sessionStorage.setItem('guidon.reloaded', String(Date.now()))
  location.reload()
  return new Promise<never>(() => {})
}
