import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'

const platform = createRoute({
  getParentRoute: () => signedIn,
  path: 'receipt-platform',
  component: lazyPage(() => import('./page.tsx')),
})

export const receiptPlatformRoutes = [platform] as const
