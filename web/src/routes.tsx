import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import * as filters from './filters.ts'
import { lazyPage } from './kit/lazy.ts'
import { NotFound } from './parts/not-found.tsx'
import { ErrorPage } from './shell/error-page.tsx'
import { Shell } from './shell/shell.tsx'
import { signedInOnly } from './shell/signed-in-only.ts'

// The table of contents: every page and its address below /desk. The service names the same addresses in src/console.ts.

const root = createRootRoute({ notFoundComponent: NotFound })

const wayBack = ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {})

type SignInSearch = { to?: string; ended?: true }
const signInSearch = (search: Record<string, unknown>): SignInSearch =>
  search.ended === true ? { ...wayBack(search), ended: true } : wayBack(search)

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: signInSearch,
  component: lazyPage(() => import('./pages/sign-in/page.tsx')),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  errorComponent: ErrorPage,
  beforeLoad: signedInOnly,
})

// It stands outside of the shell: until it is done, the service may refuse everything that the shell reads.
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: 'second-factor',
  validateSearch: wayBack,
  beforeLoad: signedInOnly,
  component: lazyPage(() => import('./pages/sign-in/second-factor.tsx')),
})

const morning = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyPage(() => import('./pages/morning/page.tsx')),
})
const requests = createRoute({
  getParentRoute: () => signedIn,
  path: 'requests',
  validateSearch: filters.requestFilter,
  component: lazyPage(() => import('./pages/requests/list.tsx')),
})
const request = createRoute({
  getParentRoute: () => signedIn,
  path: 'requests/$id',
  component: lazyPage(() => import('./pages/requests/one.tsx')),
})

const packages = createRoute({
  getParentRoute: () => signedIn,
  path: 'packages',
  validateSearch: filters.packageFilter,
  component: lazyPage(() => import('./pages/packages/list.tsx')),
})
const onePackage = createRoute({
  getParentRoute: () => signedIn,
  path: 'packages/$id',
  validateSearch: filters.packageTab,
  component: lazyPage(() => import('./pages/packages/one.tsx')),
})
const trips = createRoute({
  getParentRoute: () => signedIn,
  path: 'trips',
  validateSearch: filters.tripFilter,
  component: lazyPage(() => import('./pages/trips/page.tsx')),
})
const trip = createRoute({
  getParentRoute: () => signedIn,
  path: 'trips/$id',
  validateSearch: filters.tripTab,
  component: lazyPage(() => import('./pages/trip/page.tsx')),
})
const bookings = createRoute({
  getParentRoute: () => signedIn,
  path: 'bookings',
  validateSearch: filters.bookingFilter,
  component: lazyPage(() => import('./pages/bookings/page.tsx')),
})
const booking = createRoute({
  getParentRoute: () => signedIn,
  path: 'bookings/$id',
  component: lazyPage(() => import('./pages/booking/page.tsx')),
})
const travelers = createRoute({
  getParentRoute: () => signedIn,
  path: 'travelers',
  validateSearch: filters.travelerFilter,
  component: lazyPage(() => import('./pages/travelers/page.tsx')),
})
const traveler = createRoute({
  getParentRoute: () => signedIn,
  path: 'travelers/$id',
  component: lazyPage(() => import('./pages/traveler/page.tsx')),
})
const leaders = createRoute({
  getParentRoute: () => signedIn,
  path: 'leaders',
  validateSearch: filters.scheduleFilter,
  component: lazyPage(() => import('./pages/leaders/page.tsx')),
})
const leader = createRoute({
  getParentRoute: () => signedIn,
  path: 'leaders/$id',
  validateSearch: filters.leaderTab,
  component: lazyPage(() => import('./pages/leader/page.tsx')),
})
const money = createRoute({
  getParentRoute: () => signedIn,
  path: 'money',
  validateSearch: filters.moneyFilter,
  component: lazyPage(() => import('./pages/money/page.tsx')),
})
const seminars = createRoute({
  getParentRoute: () => signedIn,
  path: 'seminars',
  validateSearch: filters.seminarFilter,
  component: lazyPage(() => import('./pages/seminars/list.tsx')),
})
const seminar = createRoute({
  getParentRoute: () => signedIn,
  path: 'seminars/$id',
  component: lazyPage(() => import('./pages/seminars/seminar.tsx')),
})
const session = createRoute({
  getParentRoute: () => signedIn,
  path: 'sessions/$id',
  validateSearch: filters.sessionTab,
  component: lazyPage(() => import('./pages/seminars/session.tsx')),
})
const reference = createRoute({
  getParentRoute: () => signedIn,
  path: 'reference',
  validateSearch: filters.referenceFilter,
  component: lazyPage(() => import('./pages/reference/page.tsx')),
})
const account = createRoute({
  getParentRoute: () => signedIn,
  path: 'account',
  component: lazyPage(() => import('./pages/account/page.tsx')),
})
const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: 'notifications',
  validateSearch: filters.notificationFilter,
  component: lazyPage(() => import('./pages/notifications/page.tsx')),
})
const accounts = createRoute({
  getParentRoute: () => signedIn,
  path: 'accounts',
  validateSearch: filters.accountFilter,
  component: lazyPage(() => import('./pages/accounts/list.tsx')),
})
const oneAccount = createRoute({
  getParentRoute: () => signedIn,
  path: 'accounts/$id',
  component: lazyPage(() => import('./pages/accounts/one.tsx')),
})
const persons = createRoute({
  getParentRoute: () => signedIn,
  path: 'persons',
  validateSearch: filters.personFilter,
  component: lazyPage(() => import('./pages/persons/page.tsx')),
})
const person = createRoute({
  getParentRoute: () => signedIn,
  path: 'persons/$id',
  component: lazyPage(() => import('./pages/person/page.tsx')),
})
const house = createRoute({
  getParentRoute: () => signedIn,
  path: 'house',
  component: lazyPage(() => import('./pages/house/page.tsx')),
})
const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: 'webhooks',
  component: lazyPage(() => import('./pages/webhooks/list.tsx')),
})
const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: 'webhooks/$id',
  validateSearch: filters.deliveryFilter,
  component: lazyPage(() => import('./pages/webhooks/one.tsx')),
})
const audit = createRoute({
  getParentRoute: () => signedIn,
  path: 'audit',
  validateSearch: filters.auditFilter,
  component: lazyPage(() => import('./pages/audit/page.tsx')),
})

const mails = createRoute({
  getParentRoute: () => signedIn,
  path: 'mails',
  validateSearch: filters.mailFilter,
  component: lazyPage(() => import('./pages/mails/page.tsx')),
})
const jobs = createRoute({
  getParentRoute: () => signedIn,
  path: 'jobs',
  component: lazyPage(() => import('./pages/upkeep/jobs.tsx')),
})
const health = createRoute({
  getParentRoute: () => signedIn,
  path: 'health',
  component: lazyPage(() => import('./pages/upkeep/health.tsx')),
})

const own = [morning, account, notifications, reference]
const sold = [requests, request, packages, onePackage, trips, trip, bookings, booking, travelers, traveler]
const led = [leaders, leader, money, seminars, seminar, session]
const administration = [accounts, oneAccount, audit, house, webhooks, webhook, mails, jobs, health, persons, person]

export const router = createRouter({
  basepath: '/desk',
  routeTree: root.addChildren([
    signIn,
    secondFactor,
    signedIn.addChildren([...own, ...sold, ...led, ...administration]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
