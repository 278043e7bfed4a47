import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'

const gallery = createRoute({
  getParentRoute: () => signedIn,
  path: 'design',
  component: lazyPage(() => import('./page.tsx')),
})

export const designRoutes = [gallery] as const
