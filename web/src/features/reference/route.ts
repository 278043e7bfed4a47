import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { referenceFilter } from './search.ts'

const reference = createRoute({
  getParentRoute: () => signedIn,
  path: 'reference',
  validateSearch: referenceFilter,
  component: lazyPage(() => import('./page.tsx')),
})

export const referenceRoutes = [reference] as const
