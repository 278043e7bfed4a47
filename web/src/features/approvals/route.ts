import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { isNumber, isOneOf, searchOf } from '../../kit/search.ts'
import { signedIn } from '../../root.tsx'

const approvals = createRoute({
  getParentRoute: () => signedIn,
  path: 'approvals',
  validateSearch: searchOf<{ group?: 'done'; page?: number }>()({ group: isOneOf('done'), page: isNumber }),
  component: lazyPage(() => import('./page.tsx')),
})

export const approvalsRoutes = [approvals] as const
