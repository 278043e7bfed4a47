import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../kit/lazy.ts'
import { root } from '../../../root.tsx'
import { signedInOnly } from '../../../shell/signed-in-only.ts'

const wayBack = ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {})

type SignInSearch = { to?: string; ended?: true }
const signInSearch = (search: Record<string, unknown>): SignInSearch =>
  search.ended === true ? { ...wayBack(search), ended: true } : wayBack(search)

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: signInSearch,
  component: lazyPage(() => import('./page.tsx')),
})

// Outside of the shell: until the second factor is set up, the service may refuse everything that the shell reads.
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: 'second-factor',
  validateSearch: wayBack,
  beforeLoad: signedInOnly,
  component: lazyPage(() => import('./second-factor.tsx')),
})

export const signInRoutes = [signIn, secondFactor] as const
