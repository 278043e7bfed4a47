import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { morningFilter } from './search.ts'

const today = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: morningFilter,
  component: lazyPage(() => import('./page.tsx')),
})

export const todayRoutes = [today] as const
