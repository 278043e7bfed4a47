import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'

const channel = createRoute({
  getParentRoute: () => signedIn,
  path: 'line',
  component: lazyPage(() => import('./page.tsx')),
})

export const lineRoutes = [channel] as const
