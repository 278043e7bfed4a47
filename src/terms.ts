import { LINK_OF_FILE, SHORTEST_PASSWORD, WEBHOOKS_RETRIED } from './kit/terms.ts'
import { days, hours, minutes, months, seconds } from './kit/words/units.ts'

/**
 * Every number with a unit that people read and code keeps: sentences in both languages take it from here, and so do the statements.
 * How often something may be done stands in `limits.ts`. The kit's own terms stand in `kit/terms.ts`.
 */
export const terms = {
  /** Seats are held until the contact of a public registration confirms its mailbox. It is also the shortest hold. */
  mailboxConfirmed: minutes(30),
  /** Then seats of a public registration are held for the deposit. */
  publicHold: days(3, '日'),
  /** A customer has less than this to answer an offer when sales are reminded. */
  offerReminder: hours(24),
  /** Customers are reminded of a payment so long before its last day at most, and after it. */
  reminderSpan: days(90),
  /** A registration that was not sent is kept. */
  draft: days(14),

  /** Nobody hears of a payment, a cancellation or a change of a trip before, so that it can be undone. */
  undo: seconds(30),
  /** A cancelled booking can be restored. */
  restore: days(14),
  /** What an import has written can be removed. */
  undoImport: hours(24),

  /** Mailed links of accounts. */
  invitationLink: days(7),
  passwordLink: hours(1),
  signInLink: minutes(15),
  /** A link that was lost is mailed at most once in this time. */
  lostLink: minutes(15),
  /** The link that confirms a new address of a booking, or brings back the former one. */
  contactLink: days(7),

  /** A code that links LINE. */
  lineCode: minutes(15),
  /** A file that was sent on LINE can be opened without an account. */
  lineFile: days(30),

  /** The questions about a trip are open after its return, and an answer can be changed. */
  feedbackOpen: days(60),
  feedbackChange: days(14),

  /** A test payment at a provider can be begun; the page that leads a customer there posts. */
  trialPayment: hours(1),
  onlinePayment: minutes(30),

  /** An add-on that was delivered longer ago is not asked about when the same one is requested again. */
  equalAddon: days(30),

  /** Webhook messages are kept. */
  webhookMessages: days(30),

  /** Papers of travelers are asked for before the departure. */
  papersBefore: days(45),
  /** A passport should be valid for so long after the return, whatever the countries ask for. */
  passportAfterReturn: months(6),
  /** A briefing is at most so long before the departure. */
  briefingBefore: days(180),
  /** Leaders are proposed for the trips of so long a span. */
  proposedSpan: days(92),
  /** Trips before and after a trip count for how much its leader is away. */
  leaderLoad: days(90),
  /** What is left of a trip is invoiced so long after its return. */
  marginInvoice: days(10),

  /** A leader has a trip in its pocket, and writes on it, from so long before the departure until so long after the return. */
  roadBefore: days(3),
  roadAfter: days(2),
  /** It enters expenses until so long after the return. */
  expensesAfter: days(14),
  /** A phone may delete what a page has kept after so long, unless the page is installed. */
  keptByPhone: days(7),
  /** Trips on which something goes wrong are in the morning of managers so long before the departure. */
  troubleBefore: days(3),

  /** The kit's, as far as modules say them. */
  webhookRetries: WEBHOOKS_RETRIED,
  fileLink: LINK_OF_FILE,
  password: SHORTEST_PASSWORD,
}

/** What the console says too: its client has their counts, and their words in both languages. */
export const consoleTerms = { undo: terms.undo, undoImport: terms.undoImport, password: terms.password }
