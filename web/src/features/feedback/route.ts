import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { feedbackFilter } from './search.ts'

const feedback = createRoute({
  getParentRoute: () => signedIn,
  path: 'feedback',
  validateSearch: feedbackFilter,
  component: lazyPage(() => import('./page.tsx')),
})

export const feedbackRoutes = [feedback] as const
