import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { accountFilter } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'accounts',
  validateSearch: accountFilter,
  component: lazyPage(() => import('./list.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'accounts/$id',
  component: lazyPage(() => import('./one.tsx')),
})

const own = createRoute({
  getParentRoute: () => signedIn,
  path: 'account',
  component: lazyPage(() => import('./own/page.tsx')),
})

export const accountsRoutes = [list, one, own] as const
