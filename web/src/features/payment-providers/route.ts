import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'

const providers = createRoute({
  getParentRoute: () => signedIn,
  path: 'payment-providers',
  component: lazyPage(() => import('./page.tsx')),
})

export const paymentProvidersRoutes = [providers] as const
