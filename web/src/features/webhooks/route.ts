import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { deliveryFilter } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'webhooks',
  component: lazyPage(() => import('./list.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'webhooks/$id',
  validateSearch: deliveryFilter,
  component: lazyPage(() => import('./one.tsx')),
})

export const webhooksRoutes = [list, one] as const
