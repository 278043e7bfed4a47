import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { about } from './about.ts'
import { DESK, hasConsole, serveConsole } from './console.ts'
import { health, jobList } from './health/routes.ts'
import { linkedFiles } from './kit/http/files/routes.ts'
import { reference } from './kit/http/openapi/openapi.ts'
import { serveSheet } from './kit/http/pages/style.ts'
import { probes, problems } from './kit/http/server/probes.ts'
import { type Needs, service } from './kit/http/server/service.ts'
import { offers } from './modules/addon-requests/offers.ts'
import addonRequests from './modules/addon-requests/routes.ts'
import { addonCategories, addonTypes } from './modules/addon-requests/types.ts'
import airlines from './modules/airlines/routes.ts'
import approvals from './modules/approvals/routes.ts'
import attachments from './modules/attachments/routes.ts'
import audit from './modules/audit/routes.ts'
import { me, secondFactorOfUser, signIn } from './modules/auth/routes.ts'
import { identifyIn } from './modules/auth/tokens.ts'
import { bankDebits } from './modules/bank-files/debits.ts'
import { bankLines } from './modules/bank-files/match.ts'
import { bankStatements } from './modules/bank-files/statement.ts'
import tripOfBooking from './modules/booked-trips/routes.ts'
import { travelerCancellation } from './modules/bookings/cancel-traveler.ts'
import { tripCancellation } from './modules/bookings/cancel-with-trip.ts'
import cancellationRequests from './modules/bookings/cancellation-requests/decide.ts'
import { travelerPrices } from './modules/bookings/change-requests/change-or-ask.ts'
import changeRequests from './modules/bookings/change-requests/decide.ts'
import { approvers, refunders } from './modules/bookings/flow.ts'
import { tripMerging } from './modules/bookings/merge-trips.ts'
import publicTrips from './modules/bookings/open-trips.ts'
import paymentReminders from './modules/bookings/payment-reminders/rules.ts'
import paymentReports from './modules/bookings/payment-reports/decide.ts'
import { paymentReportsByLink } from './modules/bookings/payment-reports/report.ts'
import paymentRequests from './modules/bookings/payment-requests/ask.ts'
import { tripPublications } from './modules/bookings/publications.ts'
import refundOrders from './modules/bookings/refund-orders/decide.ts'
import bookings, { tripRegistrations } from './modules/bookings/routes.ts'
import branches from './modules/branches.ts'
import cancellationTerms from './modules/cancellation-terms/routes.ts'
import cash from './modules/cash/routes.ts'
import categories from './modules/categories.ts'
import cheques from './modules/cheques/decide.ts'
import publicEnquiries from './modules/enquiries/ask.ts'
import guestEnquiries from './modules/enquiries/guests.ts'
import enquiries from './modules/enquiries/routes.ts'
import exchangeRates from './modules/exchange-rates/routes.ts'
import airports from './modules/geography/airports.ts'
import cities from './modules/geography/cities.ts'
import continents from './modules/geography/continents.ts'
import countries from './modules/geography/countries.ts'
import areas from './modules/geography/geographical-areas.ts'
import regions from './modules/geography/regions.ts'
import tree from './modules/geography/tree.ts'
import hotels from './modules/hotels.ts'
import houseRecord from './modules/house/routes.ts'
import imports from './modules/imports/routes.ts'
import leaderCandidates from './modules/leader-calendar/candidates.ts'
import unavailabilities from './modules/leader-calendar/days-off.ts'
import { areaFeed, feeds, leaderFeed } from './modules/leader-calendar/feeds.ts'
import schedule from './modules/leader-calendar/schedule.ts'
import { countryPriorities, regionalPriorities } from './modules/leader-priorities/routes.ts'
import legalReceipts, { receiptsOfBookings } from './modules/legal-receipts/routes.ts'
import unreceipted from './modules/legal-receipts/unreceipted.ts'
import lineEvents from './modules/line/hear.ts'
import { lineLinkOfBooking, lineLinkOfMe } from './modules/line/link-routes.ts'
import line from './modules/line/routes.ts'
import { letters } from './modules/link-pages/pages.ts'
import moneyLists, { tripMoney } from './modules/money/routes.ts'
import moneyToday from './modules/money-today/waiting.ts'
import nameLists, { listOfBooking, listOfGuests, listOfTravelers } from './modules/name-lists/routes.ts'
import notifications from './modules/notifications/routes.ts'
import { leaderAccounts } from './modules/on-the-road/account.ts'
import { advanceRoutes, advancesOnTrip } from './modules/on-the-road/advances.ts'
import { dayNotes, dayNotesOfTrip } from './modules/on-the-road/day-notes.ts'
import { expenses, expensesOfTrip } from './modules/on-the-road/expenses.ts'
import { incidents, incidentsOfTrip } from './modules/on-the-road/incidents.ts'
import { recordOfLeader } from './modules/on-the-road/leader-record.ts'
import { pocket } from './modules/on-the-road/pocket.ts'
import { reportOfTrip, tripsUnderWay } from './modules/on-the-road/report.ts'
import { rollCalls, rollCallsOfTrip } from './modules/on-the-road/roll-calls.ts'
import options from './modules/options/routes.ts'
import deadlineTemplates from './modules/packages/deadline-templates.ts'
import packages from './modules/packages/routes.ts'
import attendanceSheet from './modules/papers/attendance-sheet.ts'
import bookingPapers from './modules/papers/booking-papers.ts'
import departureNotices from './modules/papers/departure-notices.ts'
import docsLines from './modules/papers/docs.ts'
import incidentReport from './modules/papers/incident-report.ts'
import keptPapers from './modules/papers/kept.ts'
import mailPaper from './modules/papers/mail-paper.ts'
import partnerPapers from './modules/papers/partner-papers.ts'
import peopleLists from './modules/papers/people-lists.ts'
import roadPapers from './modules/papers/road-papers.ts'
import paperTemplates from './modules/papers/templates.ts'
import tripPapers from './modules/papers/trip-papers.ts'
import cardRefunds from './modules/payment-providers/card-refunds.ts'
import paymentNotices from './modules/payment-providers/notices.ts'
import paymentProviders from './modules/payment-providers/settings.ts'
import providerSettlements from './modules/payment-providers/settlements.ts'
import persons from './modules/persons/routes.ts'
import { placePages } from './modules/place/pages.ts'
import { paymentPage } from './modules/place/payment-page.ts'
import { tripBulkChange } from './modules/planned-trips/bulk-change.ts'
import { tripCalendar } from './modules/planned-trips/calendar.ts'
import { cancellationCauses } from './modules/planned-trips/cancellation.ts'
import { tripChanges } from './modules/planned-trips/change.ts'
import { tripRoomCopies } from './modules/planned-trips/copy-rooms.ts'
import { tripCosts } from './modules/planned-trips/costs.ts'
import { tripCreation } from './modules/planned-trips/create.ts'
import { tripBulkCreation } from './modules/planned-trips/create-many.ts'
import { deadlines, tripDeadlines } from './modules/planned-trips/deadlines.ts'
import { tripDietaryList } from './modules/planned-trips/dietary-list.ts'
import { handovers } from './modules/planned-trips/handovers/flow.ts'
import { tripHandovers } from './modules/planned-trips/handovers/handover.ts'
import { tripPreview } from './modules/planned-trips/impact.ts'
import { tripItinerary } from './modules/planned-trips/itinerary.ts'
import { leadersOfTrip } from './modules/planned-trips/leaders.ts'
import { tripLegs } from './modules/planned-trips/legs.ts'
import { tripManifests } from './modules/planned-trips/manifest.ts'
import { tripNews } from './modules/planned-trips/news.ts'
import { leaderProposals } from './modules/planned-trips/propose-leaders.ts'
import { plannedTrips } from './modules/planned-trips/read.ts'
import { tripRoomingList } from './modules/planned-trips/rooming-list.ts'
import { tripRooms } from './modules/planned-trips/rooms.ts'
import { nextTripSerial } from './modules/planned-trips/serials.ts'
import { tripStatus } from './modules/planned-trips/status.ts'
import { tripStays } from './modules/planned-trips/stays.ts'
import { tripHotels } from './modules/planned-trips/take-hotels.ts'
import { pocketPages } from './modules/pocket/pages.ts'
import receiptBooks from './modules/receipt-books.ts'
import receiptPlatform from './modules/receipt-platform/settings.ts'
import receivingAccounts from './modules/receiving-accounts.ts'
import registrationDrafts from './modules/registration-drafts/routes.ts'
import search from './modules/search/routes.ts'
import seasons from './modules/seasons.ts'
import seminars, { briefingsOfBooking, linkedAttendances, publicSessions, sessions } from './modules/seminars/routes.ts'
import sitePagesOfAgency from './modules/site/own-pages.ts'
import packageSheet from './modules/site/package-sheet.ts'
import { sitePages, siteRefusedPage } from './modules/site/pages.ts'
import siteRecord from './modules/site/site.ts'
import suppliers from './modules/suppliers.ts'
import tourLeaders from './modules/tour-leaders/routes.ts'
import travelerDocuments, { documentsByLink } from './modules/traveler-documents/routes.ts'
import travelerRequests from './modules/traveler-requests/routes.ts'
import readiness from './modules/travelers/readiness.ts'
import travelers from './modules/travelers/routes.ts'
import tripReadiness from './modules/travelers/trip-readiness.ts'
import feedbackOfBooking from './modules/trip-feedback/answer.ts'
import { leaderAverages, tripAverages } from './modules/trip-feedback/averages.ts'
import tripFeedback from './modules/trip-feedback/list.ts'
import tripFlights, { flightsOfManyTrips, flightsOfTrip } from './modules/trip-flights/routes.ts'
import tripMessages from './modules/trip-messages/routes.ts'
import { abilitiesByRole, type Rules } from './modules/users/abilities.ts'
import users from './modules/users/routes.ts'
import views from './modules/views/routes.ts'
import webhooks from './modules/webhooks/routes.ts'
import words from './modules/words/routes.ts'
import work from './modules/work/routes.ts'
import { gauges, jobs } from './wiring.ts'

/** What is narrower than the access of a route. */
const rules: Rules = {
  record_refunds: refunders,
  approve_discounts: approvers,
  hand_over_sales_to_op: handovers.sales_to_op.flow.steps.pending.by,
  hand_over_op_to_leader: handovers.op_to_leader.flow.steps.pending.by,
  hand_over_leader_to_op: handovers.leader_to_op.flow.steps.pending.by,
}

/** Every module and its path. What follows from events, and which jobs run when, is in wiring.ts. */
const modules = {
  '': probes,
  '/api': signIn,
  '/api/me': [me, pocket, lineLinkOfMe],
  '/api/users': [users, secondFactorOfUser],
  '/api/house': houseRecord,
  '/api/site': siteRecord,
  '/api/site/pages': sitePagesOfAgency,
  '/api/search': search,
  '/api/paper-templates': paperTemplates,
  '/api/branches': branches,
  '/api/receiving-accounts': receivingAccounts,
  '/api/payment-providers': paymentProviders,
  '/api/receipt-platform': receiptPlatform,
  '/api/line': [line, lineEvents],
  '/api/payment-notices': paymentNotices,
  '/api/card-refunds': cardRefunds,
  '/api/provider-settlements': providerSettlements,
  '/api/options': options,
  '/api/words': words,
  '/api/continents': continents,
  '/api/countries': countries,
  '/api/regions': regions,
  '/api/cities': cities,
  '/api/airports': airports,
  '/api/hotels': hotels,
  '/api/imports': imports,
  '/api/geographical-areas': [areas, areaFeed],
  '/api/geography': tree,
  '/api/airlines': airlines,
  '/api/categories': categories,
  '/api/seasons': seasons,
  '/api/suppliers': suppliers,
  '/api/deadline-templates': deadlineTemplates,
  '/api/cancellation-terms': cancellationTerms,
  '/api/exchange-rates': exchangeRates,
  '/api/tour-leaders': [tourLeaders, schedule, leaderFeed, leaderAverages, recordOfLeader],
  '/api/leader-feeds': feeds,
  '/api/leader-regional-priorities': regionalPriorities,
  '/api/leader-country-priorities': countryPriorities,
  '/api/leader-unavailabilities': unavailabilities,
  '/api/packages': [packages, packageSheet],
  '/api/planned-trips': [
    plannedTrips,
    tripCalendar,
    tripAverages,
    tripCreation,
    tripChanges,
    tripNews,
    tripBulkCreation,
    tripBulkChange,
    flightsOfManyTrips,
    tripHotels,
    nextTripSerial,
    tripPreview,
    tripStatus,
    tripItinerary,
    tripLegs,
    tripDeadlines,
    tripHandovers,
    tripStays,
    tripRooms,
    tripRoomCopies,
    tripManifests,
    tripRoomingList,
    tripDietaryList,
    tripReadiness,
    leadersOfTrip,
    leaderProposals,
    leaderCandidates,
    tripCancellation,
    tripMerging,
    cancellationCauses,
    tripCosts,
    tripMoney,
    tripMessages,
    tripPublications,
    flightsOfTrip,
    partnerPapers,
    peopleLists,
    docsLines,
    tripPapers,
    roadPapers,
    departureNotices,
    dayNotesOfTrip,
    rollCallsOfTrip,
    expensesOfTrip,
    incidentsOfTrip,
    reportOfTrip,
    advancesOnTrip,
    leaderAccounts,
  ],
  '/api/day-notes': dayNotes,
  '/api/roll-calls': rollCalls,
  '/api/expenses': expenses,
  '/api/incidents': [incidents, incidentReport],
  '/api/on-the-road': tripsUnderWay,
  '/api/advances': advanceRoutes,
  '/api/deadlines': deadlines,
  '/api/readiness': readiness,
  '/api/planned-trip-flights': tripFlights,
  '/api/seminars': seminars,
  '/api/sessions': [sessions, attendanceSheet, guestEnquiries, listOfGuests],
  '/api/public/sessions': publicSessions,
  '/api/public/attendances': linkedAttendances,
  '/api/public/trips': publicTrips,
  '/api/public/enquiries': publicEnquiries,
  '/api/trip-registrations': [tripRegistrations, documentsByLink, paymentReportsByLink],
  '/api/registration-drafts': registrationDrafts,
  '/api/enquiries': enquiries,
  '/api/bookings': [
    bookings,
    tripOfBooking,
    bookingPapers,
    keptPapers,
    mailPaper,
    briefingsOfBooking,
    feedbackOfBooking,
    receiptsOfBookings,
    lineLinkOfBooking,
    listOfBooking,
  ],
  '/api/persons': persons,
  '/api/cancellation-requests': cancellationRequests,
  '/api/trip-feedback': tripFeedback,
  '/api/payment-reminders': paymentReminders,
  '/api/payment-reports': paymentReports,
  '/api/payment-requests': paymentRequests,
  '/api/bank-statements': bankStatements,
  '/api/bank-lines': bankLines,
  '/api/bank-debits': bankDebits,
  '/api/refund-orders': refundOrders,
  '/api/cash': cash,
  '/api/cheques': cheques,
  '/api/legal-receipts': legalReceipts,
  '/api/receipt-books': receiptBooks,
  '/api/money/today': moneyToday,
  '/api/change-requests': changeRequests,
  '/api/approvals': approvals,
  '/api/travelers': [travelers, travelerCancellation, travelerPrices, listOfTravelers],
  '/api/name-lists': nameLists,
  '/api/traveler-documents': travelerDocuments,
  '/api/traveler-requests': travelerRequests,
  '/api/addon-requests/types': addonTypes,
  '/api/addon-requests/categories': addonCategories,
  '/api/addon-requests': addonRequests,
  '/api/offers': offers,
  '/api/money': [moneyLists, unreceipted],
  '/api/notifications': notifications,
  '/api/views': views,
  '/api/webhooks': webhooks,
  '/api/work': work,
  '/api/audit': audit,
  '/api/health': health,
  '/api/jobs': jobList,
  '/api/attachments': attachments,
  '/api/files': linkedFiles,
  '/api/problems': problems,
}

type Settings = Pick<FastifyInstance, 'serialPattern' | 'outbound' | 'secondFactorRoles'> &
  Partial<Pick<FastifyInstance, 'providerUrls'>>
type Given = Omit<Needs, 'identify' | 'jobs'> & Settings & { consoleKeptIn?: string }

export function buildApp({
  serialPattern,
  outbound,
  secondFactorRoles,
  providerUrls = {},
  consoleKeptIn,
  ...needs
}: Given) {
  const office = hasConsole() ? DESK : undefined
  const app = service({
    ...needs,
    jobs,
    identify: identifyIn(needs.database, secondFactorRoles),
    refusedPage: siteRefusedPage(office),
  })
  app.decorate('serialPattern', serialPattern).decorate('outbound', outbound)
  app.decorate('secondFactorRoles', secondFactorRoles).decorate('providerUrls', providerUrls)
  app.decorate('abilities', '')
  app.addHook('onReady', async () => {
    app.abilities = JSON.stringify(abilitiesByRole(app.catalogue, rules))
  })
  for (const watch of gauges) watch(app.metrics, app.database.slowDb)
  serveConsole(app, consoleKeptIn)
  serveSheet(app)
  app.register(sitePages, { office })
  app.register(placePages, { office })
  app.register(pocketPages, { office })
  app.register(letters, { office, payment: paymentPage })
  reference(app, about, fileURLToPath(new URL('../web/dist/docs', import.meta.url)))
  for (const [prefix, module] of Object.entries(modules))
    for (const part of [module].flat()) app.register(part, { prefix })
  return app
}
