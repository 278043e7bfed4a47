import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { isNumber, searchOf } from '../../kit/search.ts'
import { signedIn } from '../../root.tsx'

const jobs = createRoute({
  getParentRoute: () => signedIn,
  path: 'jobs',
  component: lazyPage(() => import('./jobs.tsx')),
})

const health = createRoute({
  getParentRoute: () => signedIn,
  path: 'health',
  component: lazyPage(() => import('./health.tsx')),
})

const importing = createRoute({
  getParentRoute: () => signedIn,
  path: 'upkeep/import',
  validateSearch: searchOf<{ id?: number }>()({ id: isNumber }),
  component: lazyPage(() => import('./import.tsx')),
})

export const upkeepRoutes = [jobs, health, importing] as const
