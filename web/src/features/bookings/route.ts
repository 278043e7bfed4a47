import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { bookingFilter, bookingTab } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'bookings',
  validateSearch: bookingFilter,
  component: lazyPage(() => import('./list.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'bookings/$id',
  validateSearch: bookingTab,
  component: lazyPage(() => import('./one.tsx')),
})

export const bookingsRoutes = [list, one] as const
