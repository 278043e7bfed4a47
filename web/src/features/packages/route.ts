import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { packageFilter, packageTab } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'packages',
  validateSearch: packageFilter,
  component: lazyPage(() => import('./list.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'packages/$id',
  validateSearch: packageTab,
  component: lazyPage(() => import('./one.tsx')),
})

export const packagesRoutes = [list, one] as const
