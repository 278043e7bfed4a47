import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { tabOf } from '../../kit/search.ts'
import { signedIn } from '../../root.tsx'
import { seminarFilter } from './search.ts'

const list = createRoute({
  getParentRoute: () => signedIn,
  path: 'seminars',
  validateSearch: seminarFilter,
  component: lazyPage(() => import('./list.tsx')),
})

const seminar = createRoute({
  getParentRoute: () => signedIn,
  path: 'seminars/$id',
  component: lazyPage(() => import('./seminar.tsx')),
})

const session = createRoute({
  getParentRoute: () => signedIn,
  path: 'sessions/$id',
  validateSearch: tabOf('door'),
  component: lazyPage(() => import('./session.tsx')),
})

export const seminarsRoutes = [list, seminar, session] as const
