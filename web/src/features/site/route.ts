import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'

const site = createRoute({
  getParentRoute: () => signedIn,
  path: 'site',
  component: lazyPage(() => import('./page.tsx')),
})

export const siteRoutes = [site] as const
