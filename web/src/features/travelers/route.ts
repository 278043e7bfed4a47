import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { travelerFilter } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'travelers',
  validateSearch: travelerFilter,
  component: lazyPage(() => import('./list.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'travelers/$id',
  component: lazyPage(() => import('./one.tsx')),
})

export const travelersRoutes = [list, one] as const
