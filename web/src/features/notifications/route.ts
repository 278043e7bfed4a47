import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { isNumber, isTrue, searchOf } from '../../kit/search.ts'
import { signedIn } from '../../root.tsx'

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: 'notifications',
  validateSearch: searchOf<{ unread?: true; page?: number }>()({ unread: isTrue, page: isNumber }),
  component: lazyPage(() => import('./page.tsx')),
})

export const notificationsRoutes = [notifications] as const
