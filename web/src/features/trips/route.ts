import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { tripFilter, tripTab } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'trips',
  validateSearch: tripFilter,
  component: lazyPage(() => import('./list.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'trips/$id',
  validateSearch: tripTab,
  component: lazyPage(() => import('./one.tsx')),
})

const underWay = createRoute({
  getParentRoute: () => signedIn,
  path: 'on-the-road',
  component: lazyPage(() => import('./road/under-way.tsx')),
})

export const tripsRoutes = [list, one, underWay] as const
