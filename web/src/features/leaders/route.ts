import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { leaderTab, proposalFilter, scheduleFilter } from './search.ts'

const board = createRoute({
  getParentRoute: () => signedIn,
  path: 'leaders',
  validateSearch: scheduleFilter,
  component: lazyPage(() => import('./board.tsx')),
})

const proposal = createRoute({
  getParentRoute: () => signedIn,
  path: 'leaders/proposal',
  validateSearch: proposalFilter,
  component: lazyPage(() => import('./proposal/page.tsx')),
})

const one = createRoute({
  getParentRoute: () => signedIn,
  path: 'leaders/$id',
  validateSearch: leaderTab,
  component: lazyPage(() => import('./one.tsx')),
})

export const leadersRoutes = [board, proposal, one] as const
