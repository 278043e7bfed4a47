import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { messagesFilter } from './search.ts'

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: 'messages',
  validateSearch: messagesFilter,
  component: lazyPage(() => import('./page.tsx')),
})

export const messagesRoutes = [inbox] as const
