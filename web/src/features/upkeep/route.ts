import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
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

export const upkeepRoutes = [jobs, health] as const
