import { createRouter } from '@tanstack/react-router'
import { accountsRoutes } from './features/accounts/route.ts'
import { signInRoutes } from './features/accounts/sign-in/route.ts'
import { approvalsRoutes } from './features/approvals/route.ts'
import { auditRoutes } from './features/audit/route.ts'
import { bookingsRoutes } from './features/bookings/route.ts'
import { designRoutes } from './features/design/route.ts'
import { enquiriesRoutes } from './features/enquiries/route.ts'
import { feedbackRoutes } from './features/feedback/route.ts'
import { houseRoutes } from './features/house/route.ts'
import { leadersRoutes } from './features/leaders/route.ts'
import { lineRoutes } from './features/line/route.ts'
import { mailsRoutes } from './features/mails/route.ts'
import { messagesRoutes } from './features/messages/route.ts'
import { moneyRoutes } from './features/money/route.ts'
import { notificationsRoutes } from './features/notifications/route.ts'
import { packagesRoutes } from './features/packages/route.ts'
import { paymentProvidersRoutes } from './features/payment-providers/route.ts'
import { personsRoutes } from './features/persons/route.ts'
import { receiptPlatformRoutes } from './features/receipt-platform/route.ts'
import { referenceRoutes } from './features/reference/route.ts'
import { requestsRoutes } from './features/requests/route.ts'
import { seminarsRoutes } from './features/seminars/route.ts'
import { siteRoutes } from './features/site/route.ts'
import { todayRoutes } from './features/today/route.ts'
import { travelersRoutes } from './features/travelers/route.ts'
import { tripsRoutes } from './features/trips/route.ts'
import { upkeepRoutes } from './features/upkeep/route.ts'
import { webhooksRoutes } from './features/webhooks/route.ts'
import { root, signedIn } from './root.tsx'
import { ErrorPage } from './shell/error-page.tsx'

// Every page and its address below /desk are in `route.ts` of its folder. The service names the same addresses in src/console.ts.

export const router = createRouter({
  basepath: '/desk',
  routeTree: root.addChildren([
    ...signInRoutes,
    signedIn.addChildren([
      ...accountsRoutes,
      ...approvalsRoutes,
      ...auditRoutes,
      ...bookingsRoutes,
      ...designRoutes,
      ...feedbackRoutes,
      ...enquiriesRoutes,
      ...houseRoutes,
      ...leadersRoutes,
      ...lineRoutes,
      ...mailsRoutes,
      ...messagesRoutes,
      ...moneyRoutes,
      ...notificationsRoutes,
      ...packagesRoutes,
      ...paymentProvidersRoutes,
      ...receiptPlatformRoutes,
      ...personsRoutes,
      ...referenceRoutes,
      ...requestsRoutes,
      ...seminarsRoutes,
      ...siteRoutes,
      ...todayRoutes,
      ...travelersRoutes,
      ...tripsRoutes,
      ...upkeepRoutes,
      ...webhooksRoutes,
    ]),
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
