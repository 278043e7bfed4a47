import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { auditFilter } from './search.ts'

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: 'audit',
  validateSearch: auditFilter,
  component: lazyPage(() => import('./page.tsx')),
})

export const auditRoutes = [audit] as const
