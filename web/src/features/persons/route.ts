import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { personFilter } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'persons',
  validateSearch: personFilter,
  component: lazyPage(() => import('./list.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'persons/$id',
  component: lazyPage(() => import('./one.tsx')),
})

export const personsRoutes = [list, one] as const
