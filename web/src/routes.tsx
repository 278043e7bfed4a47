import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requestFilter } from './filters.ts'
import { whoAmI } from './kit/me.ts'
import { ErrorPage, NotFoundPage } from './shell/error-pages.tsx'
import { Shell } from './shell/shell.tsx'

// The table of contents: every page and its address below /desk. The service names the same addresses in src/console.ts.

const root = createRootRoute({ notFoundComponent: NotFoundPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: ({ to }): { to?: string } => (typeof to === 'string' ? { to } : {}),
  component: lazyRouteComponent(() => import('./pages/sign-in/page.tsx')),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  errorComponent: ErrorPage,
  beforeLoad: async ({ location }) => {
    if (await whoAmI()) return
    throw redirect({ to: '/sign-in', search: location.pathname === '/' ? {} : { to: `/desk${location.href}` } })
  },
})

const morning = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/morning/page.tsx')),
})
const requests = createRoute({
  getParentRoute: () => signedIn,
  path: 'requests',
  validateSearch: requestFilter,
  component: lazyRouteComponent(() => import('./pages/requests/list.tsx')),
})
const request = createRoute({
  getParentRoute: () => signedIn,
  path: 'requests/$id',
  component: lazyRouteComponent(() => import('./pages/requests/one.tsx')),
})

export const router = createRouter({
  basepath: '/desk',
  routeTree: root.addChildren([signIn, signedIn.addChildren([morning, requests, request])]),
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
