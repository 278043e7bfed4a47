import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { requestFilter } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'requests',
  validateSearch: requestFilter,
  component: lazyPage(() => import('./list.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'requests/$id',
  component: lazyPage(() => import('./one.tsx')),
})

export const requestsRoutes = [list, one] as const
