import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../kit/lazy.ts'
import { isText, searchOf } from '../../kit/search.ts'
import { signedIn } from '../../root.tsx'

const mails = createRoute({
  getParentRoute: () => signedIn,
  path: 'mails',
  validateSearch: searchOf<{ group?: string; q?: string }>()({ group: isText, q: isText }),
  component: lazyPage(() => import('./page.tsx')),
})

export const mailsRoutes = [mails] as const
