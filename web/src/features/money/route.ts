import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { signedIn } from '../../root.tsx'
import { moneyFilter } from './search.ts'

const money = createRoute({
  getParentRoute: () => signedIn,
  path: 'money',
  validateSearch: moneyFilter,
  component: lazyPage(() => import('./page.tsx')),
})

export const moneyRoutes = [money] as const
