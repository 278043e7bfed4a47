import { nameAllCodes } from './code-lists.ts'
import { connect, type Database, type Settings } from './kit/db/connect.ts'
import { describeRefusals } from './kit/errors.ts'
import { type Subscribers, subscriptions } from './kit/events.ts'
import { fileReadsRetention, removedFilesRetention } from './kit/files/files.ts'
import { removeFile, sweepFiles } from './kit/files/sweep.ts'
import { exportsRetention } from './kit/http/export/log.ts'
import { watchRetention } from './kit/http/metrics/retention.ts'
import { keysRetention } from './kit/http/routes/idempotency.ts'
import { jobInserter } from './kit/jobs/insert.ts'
import { jobDefinitions } from './kit/jobs/jobs.ts'
import { runRetention, runsRetention } from './kit/retention/job.ts'
import type { Retention } from './kit/retention/rules.ts'
import { personalReadsRetention, personKeyRotation } from './kit/secrets/personal-data.ts'
import { countsRetention } from './kit/throttle.ts'
import { nameRecord } from './kit/words/record-names.ts'
import { deadlineReminders, remindOfAnswers } from './modules/addon-requests/deadlines.ts'
import {
  cancelRequestsOfBooking,
  cancelRequestsOfTraveler,
  handOverRequests,
  renewOfferLinks,
  restoreRequestsOfBooking,
  transferRequests,
} from './modules/addon-requests/follow.ts'
import { notifyOfChange, notifyOfMessage, notifyOfRequest, notifyOfTurn } from './modules/addon-requests/notices.ts'
import { mailOffer } from './modules/addon-requests/offer-mail.ts'
import { entriesSeenBy } from './modules/addon-requests/visible.ts'
import { forgetApprovals, forgetAskedReasons } from './modules/approvals/actions.ts'
import { notifyOfApproval } from './modules/approvals/notices.ts'
import { showAttachmentsOf } from './modules/attachments/queries.ts'
import { secondFactorRotation } from './modules/auth/codes.ts'
import { endMailedLinks, invite, mailInvitation, mailPasswordReset, mailSignInLink } from './modules/auth/links.ts'
import { mailSecondFactorChange } from './modules/auth/second-factor.ts'
import { idleSessions } from './modules/auth/sessions.ts'
import { endAccess, oldChallenges } from './modules/auth/sign-in.ts'
import { expiredTokens } from './modules/auth/tokens.ts'
import { reopenDebit } from './modules/bank-files/debits.ts'
import { forgetPayers, payeesOfDebits, payersOfLines } from './modules/bank-files/forget.ts'
import { reopenLine } from './modules/bank-files/match.ts'
import { endWithBooking } from './modules/bookings/cancellation-requests/decide.ts'
import {
  notifyOfCancellationRequest,
  notifyOfDecidedCancellation,
} from './modules/bookings/cancellation-requests/notices.ts'
import { mailFormerContact } from './modules/bookings/change.ts'
import {
  notifyOfChangeRequest,
  notifyOfCompletion,
  notifyOfDecidedChange,
} from './modules/bookings/change-requests/notices.ts'
import { endedContactChanges, mailContactChange } from './modules/bookings/contact-changes.ts'
import {
  endWithTrip,
  forgetChanges,
  forgetPartyFingerprint,
  freeSeat,
  moveDueDates,
  offerNewSeats,
  recharge,
  seatEnteredTravelers,
  seatTraveler,
  tieToAccount,
  withdrawChangesOfTraveler,
  withdrawOpenChanges,
} from './modules/bookings/follow.ts'
import { forgetReasons, forgetWithLast } from './modules/bookings/forget-reasons.ts'
import { refuseUnapproved } from './modules/bookings/gate.ts'
import { oldLetters } from './modules/bookings/history.ts'
import { mailBooking } from './modules/bookings/mails.ts'
import { notifyOfBookingMessage } from './modules/bookings/message-notices.ts'
import {
  notifyOfBooking,
  notifyOfBookingHandover,
  notifyOfCancelledTraveler,
  notifyOfRestoredTraveler,
} from './modules/bookings/notices.ts'
import { notifyOfPayment, notifyOfRecordedPayment } from './modules/bookings/payment-notices.ts'
import { remindOfPayments, sentReminders } from './modules/bookings/payment-reminders/send.ts'
import { forgetSilence, oldSilences } from './modules/bookings/payment-reminders/silence.ts'
import { reopenReport } from './modules/bookings/payment-reports/decide.ts'
import { reportPictures } from './modules/bookings/payment-reports/erase.ts'
import { notifyOfPaymentReport } from './modules/bookings/payment-reports/notices.ts'
import { keepRequests } from './modules/bookings/payment-requests/keep.ts'
import {
  endExpiredNumbers,
  notifyOfPaymentRequest,
  tellPaymentRequest,
} from './modules/bookings/payment-requests/notices.ts'
import { publishOpenTrips } from './modules/bookings/publications.ts'
import { reopenOrder } from './modules/bookings/refund-orders/decide.ts'
import { accountMarkRotation } from './modules/bookings/refund-orders/marks.ts'
import { notifyOfRefundOrder } from './modules/bookings/refund-orders/notices.ts'
import { notifyOfAllRefunds } from './modules/bookings/refunds.ts'
import { settleAllHolds } from './modules/bookings/seats.ts'
import { endUndo } from './modules/bookings/undo-cancel.ts'
import { reopenCheque } from './modules/cheques/decide.ts'
import { drawersOfCheques, forgetDrawers } from './modules/cheques/forget.ts'
import { notifyOfCheque } from './modules/cheques/notices.ts'
import { endedEnquiries } from './modules/enquiries/erase.ts'
import { notifyOfEnquiry } from './modules/enquiries/notices.ts'
import { identityRotation } from './modules/fingerprints.ts'
import { runCheck } from './modules/imports/check.ts'
import { importFormsRetention, importReadsRetention, importReports } from './modules/imports/retention.ts'
import { runImport } from './modules/imports/run.ts'
import { importFileRotation } from './modules/imports/sealed-file.ts'
import { notifyOfDaysOff, notifyOfDecision } from './modules/leader-calendar/notices.ts'
import { buyersOfReceipts, forgetBuyers } from './modules/legal-receipts/forget.ts'
import { sendReceipts } from './modules/legal-receipts/platform/send.ts'
import { askPlatform } from './modules/legal-receipts/platform/sendings.ts'
import { fetchContent } from './modules/line/contents.ts'
import { deliver as deliverByLine } from './modules/line/deliver.ts'
import {
  forgetFriendsOfContact,
  forgetFriendsOfLeader,
  forgetFriendsOfUser,
  unlinkFormerContact,
} from './modules/line/friends.ts'
import { hear, oldLineEvents } from './modules/line/hear.ts'
import { lineKeyRotation } from './modules/line/keys.ts'
import { endedLineCodes } from './modules/line/link-codes.ts'
import { oldLineMessages } from './modules/line/messages.ts'
import { notifyOfLineMessage } from './modules/line/notices.ts'
import { tellOffer } from './modules/line/offers.ts'
import { sendMessages } from './modules/line/send.ts'
import { runTrial as runLineTrial } from './modules/line/trial.ts'
import { endedLinks } from './modules/links/retention.ts'
import { watchNotices } from './modules/notifications/figures.ts'
import { mailNotices } from './modules/notifications/mails.ts'
import { oldMails, oldNotifications } from './modules/notifications/retention.ts'
import { expensesSeenBy } from './modules/on-the-road/expense.ts'
import { notifyOfExpense } from './modules/on-the-road/expenses.ts'
import { forgetContactOnTheRoad, forgetOnTheRoad } from './modules/on-the-road/forget.ts'
import { oldIncidents } from './modules/on-the-road/incident.ts'
import { notifyOfIncident } from './modules/on-the-road/incident-notices.ts'
import { oldRollCalls } from './modules/on-the-road/roll-calls.ts'
import { sizePicture } from './modules/packages/pictures.ts'
import { forgetPapers, paperForMail, papersForNotices } from './modules/papers/kept.ts'
import { mailPartnerPaper } from './modules/papers/partner-papers.ts'
import { askForTrades } from './modules/payment-providers/ask.ts'
import { watchPaymentNotices } from './modules/payment-providers/figures.ts'
import { providerKeyRotation } from './modules/payment-providers/keys.ts'
import { forgedNotices } from './modules/payment-providers/notices.ts'
import { refundCard } from './modules/payment-providers/refund-by-card.ts'
import { unpaidTrades } from './modules/payment-providers/trades.ts'
import { meetAccount, meetContact, partReplaced } from './modules/persons/merge.ts'
import { keepTicketingDeadlines, remindOwners } from './modules/planned-trips/deadlines.ts'
import { notifyOfHandover } from './modules/planned-trips/handovers/handover.ts'
import { releaseLeader } from './modules/planned-trips/leaders.ts'
import { tellNews } from './modules/planned-trips/news.ts'
import { notifyLeaders, notifyOfBriefing, notifyOfDates, notifyOfStatus } from './modules/planned-trips/notices.ts'
import { notifyOfSupplement } from './modules/planned-trips/supplements.ts'
import { receiptKeyRotation } from './modules/receipt-platform/keys.ts'
import { runTrial } from './modules/receipt-platform/trial.ts'
import { tourRefusals } from './modules/refusals.ts'
import { draftRotation, endedDrafts, forgetDraft } from './modules/registration-drafts/draft.ts'
import {
  cancelBriefing,
  inviteToBriefing,
  moveBriefing,
  planBriefings,
  releaseSeminarLeader,
} from './modules/seminars/follow.ts'
import { mailGuest, seminarGuests } from './modules/seminars/guests.ts'
import { mailGuests, notifyBriefingLeader, notifyOfInvitation, notifyOfSession } from './modules/seminars/notices.ts'
import { drawSharePictures } from './modules/site/share-pictures.ts'
import { paperReports, remindOfAllPapers } from './modules/tour-leaders/papers.ts'
import { documentPictures, endDocuments } from './modules/traveler-documents/expire.ts'
import { closeToNewContact } from './modules/traveler-documents/hand-in.ts'
import { notifyOfDocument } from './modules/traveler-documents/notices.ts'
import { notifyOfSpecialRequest } from './modules/traveler-requests/notices.ts'
import { mailAddress } from './modules/travelers/address.ts'
import { checkReports } from './modules/travelers/notices.ts'
import { checkTravelersOfTrip, checkUpcomingTrips, recheckNewTrip, recheckTrip } from './modules/travelers/recheck.ts'
import { inviteToAnswer } from './modules/trip-feedback/invite.ts'
import { forgetRemarks, notifyOfFeedback } from './modules/trip-feedback/notices.ts'
import { moveTicketing } from './modules/trip-flights/change.ts'
import { deliver } from './modules/webhooks/deliver.ts'
import { watchWebhooks } from './modules/webhooks/figures.ts'
import { oldDeliveries, surplusDeliveries, webhookNotices } from './modules/webhooks/messages.ts'
import { replacedSecrets, webhookSecretRotation } from './modules/webhooks/secrets.ts'
import { mailMorning, mailWork } from './modules/work/mails.ts'
import { recordNames } from './record-names.ts'

/** Consequences of events, in the same transaction. `emit` waits for them. */
// biome-ignore format: a table is read in rows.
const consequences: Subscribers = {
  'booking.entered':      { cancelRequestsOfBooking, restoreRequestsOfBooking, withdrawOpenChanges, endWithBooking, inviteToBriefing },
  'booking.erased':       { forgetPapers, forgetDraft, forgetRemarks, forgetPayers, forgetDrawers, forgetBuyers, forgetSilence, forgetContactOnTheRoad, forgetFriendsOfContact, forgetWithLast },
  'booking.forgotten':    { forgetReasons, forgetAskedReasons },
  'booking.handed-over':  { handOverRequests },
  'booking.proved':       { meetContact },
  'booking.readdressed':  { renewOfferLinks, closeToNewContact, unlinkFormerContact },
  'booking.transferred':  { transferRequests, lookAtNewTrip: recheckNewTrip },
  'legal-receipt.changed': { askPlatform },
  'payment.changed':      { reopenReport, reopenLine, reopenOrder, reopenCheque },
  'planned-trip.entered': { endWithTrip, cancelBriefing },
  'planned-trip.moved':   { moveDueDates, moveTicketing, lookAgain: recheckTrip },
  'planned-trip.resized': { offerNewSeats },
  'planned-trips.briefed': { planBriefings },
  'refund-order.changed': { reopenDebit },
  'tour-leader.erased':   { forgetFriendsOfLeader },
  'tour-leader.leaving':  { releaseLeader, releaseSeminarLeader },
  'traveler.added':       { seatTraveler },
  'travelers.entered':    { seatEnteredTravelers },
  'traveler.changed':     { recharge, cancelRequestsOfTraveler, withdrawChangesOfTraveler },
  'traveler.erased':      { forgetPartyFingerprint, forgetChanges, forgetApprovals, forgetPapers, forgetOnTheRoad, forgetWithLast },
  'traveler.removed':     { freeSeat },
  'traveler.replaced':    { partReplaced },
  'trip-briefing.changed': { moveBriefing },
  'trip-flights.changed': { keepTicketingDeadlines, lookAgain: recheckTrip },
  'user.erased':          { forgetFriendsOfUser },
  'user.locked-out':      { endAccess },
  'user.proved':          { tieToAccount, meetAccount },
  'user.readdressed':     { endMailedLinks },
}

/** Notices of events, in the same transaction, awaited only before the commit. Webhooks have a table of their own. */
// biome-ignore format: a table is read in rows.
const notices: Subscribers = {
  'addon-request.changed':         { notifyOfChange },
  'addon-request.created':         { notifyOfRequest },
  'addon-request.said':            { notifyOfMessage },
  'addon-request.turned':          { notifyOfTurn },
  'approval.changed':              { notifyOfApproval },
  'booking.entered':               { notifyOfBooking },
  'booking.handed-over':           { notifyOfBookingHandover },
  'booking-message.written':       { notifyOfBookingMessage },
  'cancellation-request.asked':    { notifyOfCancellationRequest },
  'cancellation-request.decided':  { notifyOfDecidedCancellation },
  'change-request.asked':          { notifyOfChangeRequest },
  'change-request.decided':        { notifyOfDecidedChange },
  'cheque.changed':                { notifyOfCheque },
  'enquiry.changed':               { notifyOfEnquiry },
  'incident.changed':              { notifyOfIncident },
  'leader-unavailability.decided': { notifyOfDecision },
  'leader-unavailability.entered': { notifyOfDaysOff },
  'line-message.received':         { notifyOfLineMessage },
  'payment-report.changed':        { notifyOfPaymentReport },
  'payment-request.changed':       { notifyOfPaymentRequest },
  'payment.changed':               { notifyOfPayment },
  'planned-trip.entered':          { notifyOfStatus },
  'planned-trip.moved':            { notifyOfDates },
  'refund-order.changed':          { notifyOfRefundOrder },
  'seminar-session.changed':       { mailGuests, notifyOfSession },
  'seminar-session.invited':       { notifyOfInvitation },
  'seminar.leader-named':          { notifyBriefingLeader },
  'stay-rooms.supplement':         { notifyOfSupplement },
  'traveler-document.changed':     { notifyOfDocument },
  'traveler-request.changed':      { notifyOfSpecialRequest },
  'traveler.changed':              { notifyOfCancelledTraveler },
  'traveler.added':                { notifyOfRestoredTraveler },
  'traveler.completed':            { notifyOfCompletion },
  'trip-briefing.changed':         { notifyOfBriefing },
  'trip-expense.decided':          { notifyOfExpense },
  'trip-feedback.answered':        { notifyOfFeedback },
  'trip-handover.changed':         { notifyOfHandover },
  'trip-leader.changed':           { notifyLeaders },
  'user.invited':                  { invite },
}

/** Rows with a limited lifetime, deleted by the job `retention`. docs/OPERATIONS.md lists them with terms and reasons; all others are kept. */
// biome-ignore format: a table is read in rows.
export const retentionRules: readonly Retention[] = [
  keysRetention, countsRetention, expiredTokens, idleSessions, oldChallenges, endedLinks, endedContactChanges, endedDrafts,
  oldDeliveries, surplusDeliveries, replacedSecrets, oldNotifications, oldMails, oldLetters, documentPictures, reportPictures, payersOfLines, payeesOfDebits, drawersOfCheques, buyersOfReceipts, sentReminders, oldSilences, seminarGuests, endedEnquiries, oldRollCalls, oldIncidents,
  deadlineReminders, paperReports, checkReports, importReports, importFormsRetention, importReadsRetention,
  oldLineEvents, oldLineMessages, endedLineCodes, unpaidTrades, forgedNotices, fileReadsRetention, removedFilesRetention, personalReadsRetention, exportsRetention, runsRetention,
]

/** Jobs: queued by transactions, or by schedule in TIME_ZONE. */
// biome-ignore format: a table is read in rows.
export const jobs = jobDefinitions({
  'addon-requests.offer':     { work: mailOffer },
  'auth.invitation':          { work: mailInvitation },
  'auth.password-reset':      { work: mailPasswordReset },
  'auth.second-factor':       { work: mailSecondFactorChange },
  'auth.sign-in':             { work: mailSignInLink },
  'bookings.cancelled':       { work: endUndo },
  'bookings.contact-change':  { work: mailContactChange },
  'bookings.contact-changed': { work: mailFormerContact },
  'bookings.mail':            mailBooking(paperForMail),
  'bookings.payment':         { work: notifyOfRecordedPayment },
  'bookings.payment-request': { work: tellPaymentRequest },
  'files.remove':             { work: removeFile },
  // A worker that dies in the middle is noticed by its heartbeat; then another starts the import anew.
  'imports.check':            { work: runCheck, expireInSeconds: 3_600, retryLimit: 3 },
  'imports.run':              { work: runImport, expireInSeconds: 3_600, retryLimit: 3 },
  'legal-receipts.send':      { work: sendReceipts, isKeyed: true, expireInSeconds: 900 },
  // What one friend has sent is worked on in its order.
  'line.deliver':             { work: deliverByLine },
  'line.fetch':               { work: fetchContent },
  'line.hear':                { work: hear, isKeyed: true, concurrency: 4 },
  'line.offer':               { work: tellOffer },
  'line.send':                { work: sendMessages, isKeyed: true, concurrency: 4 },
  'line.trial':               { work: runLineTrial },
  'notifications.send':       mailNotices(papersForNotices),
  'receipt-platform.trial':   { work: runTrial },
  'seminars.guest':           { work: mailGuest },
  'travelers.address':        { work: mailAddress },
  'travelers.look':           { work: checkTravelersOfTrip },
  // Slow receivers must not delay each other.
  'webhooks.deliver':         { work: deliver, concurrency: 4 },
  'work.mail':                { work: mailWork },

  'addon-requests.deadlines': { work: remindOfAnswers, cron: '* * * * *' },
  'bookings.expired-numbers': { work: endExpiredNumbers, cron: '5 0 * * *' },
  'bookings.holds':           { work: settleAllHolds, cron: '* * * * *' },
  // Each run sends what is left of the day, so that whoever was down at ten sends it later.
  'bookings.payment-reminders': { work: remindOfPayments, cron: '*/10 10-19 * * *' },
  // What strangers see of a trip that nobody books is stored soon enough, and each run computes all of it.
  'bookings.publications':    { work: publishOpenTrips, cron: '*/10 * * * *' },
  'bookings.refunds':         { work: notifyOfAllRefunds, cron: '* * * * *' },
  'files.sweep':              { work: sweepFiles, cron: '17 * * * *' },
  // Acts whose answer did not come, or whose worker has died.
  'legal-receipts.send-late': { work: sendReceipts, cron: '* * * * *', expireInSeconds: 900 },
  'packages.picture':         { work: sizePicture },
  'papers.partner':           { work: mailPartnerPaper },
  'payment-providers.ask':    { work: askForTrades, cron: '*/5 * * * *' },
  'payment-providers.card-refund': { work: refundCard, isKeyed: true },
  'planned-trips.news':       { work: tellNews },
  'planned-trips.deadlines':  { work: remindOwners, cron: '0 9 * * *' },
  // A failed run is not retried; the next one starts an hour later.
  'retention':                { work: runRetention(retentionRules), cron: '41 * * * *', expireInSeconds: 900, retryLimit: 0 },
  'site.share-pictures':      { work: drawSharePictures, cron: '* * * * *' },
  'tour-leaders.papers':      { work: remindOfAllPapers, cron: '30 8 * * *' },
  'traveler-documents.keep':  { work: endDocuments, cron: '40 0 * * *' },
  'trip-feedback.invite':     { work: inviteToAnswer, cron: '0 10 * * *' },
  'travelers.look-ahead':     { work: checkUpcomingTrips, cron: '50 8-17 * * *' },
  'work.morning':             { work: mailMorning, cron: '30 8 * * 1-5' },
})

/** Values encrypted or fingerprinted with the master key, renewed by `guidon rewrap`. */
export const rotations = [
  personKeyRotation,
  accountMarkRotation,
  secondFactorRotation,
  identityRotation('travelers', 'traveler marks'),
  identityRotation('tour_leaders', 'leader marks'),
  webhookSecretRotation,
  providerKeyRotation,
  receiptKeyRotation,
  lineKeyRotation,
  draftRotation,
  importFileRotation,
]

/** Metrics of modules in `/metrics`. */
export const gauges = [watchRetention, watchNotices, watchWebhooks, watchPaymentNotices]

showAttachmentsOf('addon_communication', entriesSeenBy)
showAttachmentsOf('trip_expense', expensesSeenBy)
for (const [table, words] of Object.entries(recordNames)) nameRecord(table, words)
nameAllCodes()
describeRefusals(tourRefusals)

/** The only function that opens the database, so that every transaction has all of the above. */
export function openDatabase(settings: Settings) {
  return connect(settings, {
    context: {
      // What bookings cost is checked first; then what their customers are asked for follows.
      atEnd: { account: refuseUnapproved, owed: keepRequests },
      subscriptions: subscriptions({ consequences: [consequences], notices: [notices, ...webhookNotices] }),
    },
    jobInserter,
  })
}

/** Opens the database for the work of one command, or of a start. */
export async function withDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ ...settings, readConnections: 1, slowConnections: 1, writeConnections: 2 })
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}
