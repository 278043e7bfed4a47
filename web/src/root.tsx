import { createRootRoute, createRoute } from '@tanstack/react-router'
import { ErrorPage } from './shell/error-page.tsx'
import { Shell } from './shell/shell.tsx'
import { signedInOnly } from './shell/signed-in-only.ts'
import { NotFound } from './ui/not-found.tsx'

// The root of all routes. Each page has one of these as its parent.

export const root = createRootRoute({ notFoundComponent: NotFound })

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  errorComponent: ErrorPage,
  beforeLoad: signedInOnly,
})
