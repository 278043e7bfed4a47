import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'

const house = createRoute({
  getParentRoute: () => signedIn,
  path: 'house',
  component: lazyPage(() => import('./page.tsx')),
})

export const houseRoutes = [house] as const
