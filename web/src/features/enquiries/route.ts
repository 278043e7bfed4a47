import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { enquiryFilter } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'enquiries',
  validateSearch: enquiryFilter,
  component: lazyPage(() => import('./list.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'enquiries/$id',
  component: lazyPage(() => import('./one.tsx')),
})

export const enquiriesRoutes = [list, one] as const
