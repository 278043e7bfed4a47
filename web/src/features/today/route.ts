import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'

const today = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyPage(() => import('./page.tsx')),
})

export const todayRoutes = [today] as const
