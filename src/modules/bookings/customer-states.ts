import { amountIn, moment, shortDay } from 'guidon-design/formats'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import type { TripStatus } from '../trip-statuses.ts'
import type { cancelCauses } from './booking.ts'

/** What the sentences for a customer depend on. */
export type CustomerFacts = {
  status: BookingStatus
  is_offered: boolean
  is_proved: boolean
  /** Until when seats are kept for a party on the waitlist that has to prove its mailbox. */
  proof_until: string | null
  hold_expires_at: string | null
  cancel_cause: (typeof cancelCauses)[number] | null
  cancel_reason: string | null
  cancel_reason_en: string | null
  currency: string
  total: number
  paid: number
  balance: number
  deposit: number
  deposit_due_on: string | null
  balance_due_on: string | null
  /** What its customer says it has paid, and nobody has checked yet; and by when that is done. */
  reported: number
  answer_by: string | null
  /** What was paid back. */
  refunded: number
  /** By when the amount that is owed back is paid. */
  refund_by: string | null
  trip_status: TripStatus
}
type Now = { today: string; zone: string }

export const bookingStates = [
  'waitlisted',
  'called_up',
  'offered',
  'held_unproved',
  'held',
  'held_reported',
  'held_paid',
  'confirmed',
  'cancelled_by_traveler',
  'cancelled_by_house',
  'expired',
  'completed',
] as const
export type BookingState = (typeof bookingStates)[number]
export const moneyStates = [
  'nothing',
  'deposit',
  'part',
  'all',
  'overdue',
  'reported',
  'refund_due',
  'refund_late',
  'refunded',
] as const
export type MoneyState = (typeof moneyStates)[number]
export const tripStates = ['open', 'certain', 'departed', 'returned', 'cancelled'] as const
export type TripState = (typeof tripStates)[number]

/** The state of a booking as its customer reads it. Seats that something was paid for do not lapse, so their deadline is not told. */
function bookingState(facts: CustomerFacts): BookingState {
  const { status, cancel_cause, is_offered, is_proved, proof_until, paid } = facts
  if (status === 'cancelled')
    return (cancel_cause ?? 'traveler') === 'traveler' ? 'cancelled_by_traveler' : 'cancelled_by_house'
  if (status === 'waitlisted') return proof_until ? 'called_up' : 'waitlisted'
  if (status !== 'held') return status
  if (paid > 0) return 'held_paid'
  if (is_offered) return 'offered'
  if (isReported(facts)) return 'held_reported'
  return is_proved ? 'held' : 'held_unproved'
}

function moneyState(facts: CustomerFacts, { today }: Pick<Now, 'today'>): MoneyState {
  const { status, paid, balance, deposit, refunded, refund_by } = facts
  if (isReported(facts)) return 'reported'
  if (balance < 0) return refund_by !== null && refund_by < today ? 'refund_late' : 'refund_due'
  if (status === 'expired') return refunded > 0 ? 'refunded' : 'nothing'
  if (status === 'cancelled') {
    if (balance > 0) return 'overdue'
    return refunded > 0 ? 'refunded' : paid > 0 ? 'all' : 'nothing'
  }
  if (balance === 0) return 'all'
  const due = nextDue(facts)
  if (status !== 'waitlisted' && due !== null && due < today) return 'overdue'
  if (paid === 0) return 'nothing'
  return paid === deposit ? 'deposit' : 'part'
}

/** What is due next is reported as paid, so it is not asked for while the report is checked. */
const isReported = ({ status, paid, balance, deposit, reported }: CustomerFacts) => {
  if (status === 'expired') return reported > 0
  const due = status !== 'cancelled' && paid < deposit ? Math.min(deposit - paid, balance) : balance
  return due > 0 && reported >= due
}

/** The day on which the next amount is due: the deposit first, then the balance. */
const nextDue = ({ paid, deposit, deposit_due_on, balance_due_on }: CustomerFacts) =>
  paid < deposit ? deposit_due_on : balance_due_on

function tripState({ trip_status }: Pick<CustomerFacts, 'trip_status'>): TripState {
  if (trip_status === 'cancelled' || trip_status === 'departed') return trip_status
  if (trip_status === 'returned' || trip_status === 'settled') return 'returned'
  return trip_status === 'guaranteed' || trip_status === 'closed' ? 'certain' : 'open'
}

type Due = Pick<
  CustomerFacts,
  'status' | 'is_offered' | 'is_proved' | 'paid' | 'reported' | 'deposit' | 'deposit_due_on' | 'hold_expires_at'
>

/**
 * By when the deposit is due, unless it is reported as paid. While nothing is paid the seats lapse with their hold, so it is due at that hour. Nothing is due before
 * the mailbox is proved and offered seats are accepted, which both begin a longer hold.
 */
export function depositDue(facts: Due): { at: string } | { on: string } | undefined {
  const { status, is_offered, is_proved, paid, reported, deposit, deposit_due_on, hold_expires_at } = facts
  if (deposit <= paid + reported || deposit_due_on === null || !(status === 'held' || status === 'confirmed'))
    return undefined
  if (status === 'confirmed' || paid > 0 || hold_expires_at === null) return { on: deposit_due_on }
  return is_proved && !is_offered ? { at: hold_expires_at } : undefined
}

const none: Words = ['', '']

/** What each state of a booking says of its seats. `{name}` stands for a value. */
const seatWords: Record<BookingState, Words> = {
  waitlisted: ['您在候補名單上，有名額時我們會通知您。', 'You are on the waitlist; we tell you when there are seats.'],
  called_up: [
    '有名額了，為您保留至 {until}；請在期限前確認信箱，逾時將讓給下一位。',
    'There are seats for you, kept until {until}. Confirm your mailbox before that, or they go to the next in line.',
  ],
  offered: [
    '有名額了，為您保留至 {until}；請在期限前接受，逾時將讓給下一位。',
    'There are seats for you, kept until {until}. Accept them before that, or they go to the next in line.',
  ],
  held_unproved: [
    '名額為您保留至 {until}；確認後報名才會成立，逾時將讓給下一位。',
    'Your seats are kept until {until}. Your registration counts once you have confirmed it; after that time they go to the next in line.',
  ],
  held: [
    '名額為您保留至 {until}；請在期限前付款，逾時將讓給下一位。',
    'Your seats are kept until {until}. Pay before that, or they go to the next in line.',
  ],
  held_reported: [
    '已收到您的付款回報；確認期間，名額為您保留至 {until}。',
    'We have your report of a payment. While we check it, your seats are kept until {until}.',
  ],
  held_paid: [
    '已收到您的款項，名額為您保留，不會逾期；訂單確認後我們會通知您。',
    'We have received your payment, so your seats are yours and do not lapse. We write to you when the booking is confirmed.',
  ],
  confirmed: ['您的訂單已確認。', 'Your booking is confirmed.'],
  cancelled_by_traveler: ['您的訂單已取消。', 'Your booking is cancelled.'],
  cancelled_by_house: [
    '很抱歉，此團取消出團，造成您的不便，我們深感歉意。',
    'We are sorry: this trip does not take place, and we apologize for the trouble.',
  ],
  expired: [
    '保留期限已過，名額已釋出；若仍想參加，請與我們聯絡。',
    'The time your seats were kept is over, and they were released. Contact us if you still want to travel.',
  ],
  completed: ['行程已經結束，謝謝您與我們同行。', 'The trip is over. Thank you for traveling with us.'],
}

/** What is said of the trip to those who travel. Of one that was cancelled the booking says it, and of one that is back too. */
const tripWords: Record<TripState, Words> = {
  open: [
    '此團尚未確定成團，確定時我們會通知您。',
    'It is not certain yet that the trip takes place; we tell you when it is.',
  ],
  certain: ['此團確定出發。', 'The trip takes place for certain.'],
  departed: ['旅程進行中，祝您旅途愉快。', 'The trip is under way. Have a good time.'],
  returned: none,
  cancelled: none,
}
const traveling: readonly BookingState[] = ['held', 'held_reported', 'held_paid', 'confirmed']

/** What is said of the money while the booking is alive, or its trip is over. */
const moneyWords: Record<MoneyState, Words> = {
  nothing: ['尚未付款。', 'Nothing is paid yet.'],
  deposit: [
    '已收到訂金 {paid}，尾款 {balance} 請於 {due}前付清。',
    'The deposit of {paid} has arrived. The balance of {balance} is due by {due}.',
  ],
  part: [
    '已收到 {paid}，尚有 {balance} 請於 {due}前付清。',
    '{paid} have arrived. The other {balance} are due by {due}.',
  ],
  all: ['款項已付清。', 'Everything is paid.'],
  overdue: [
    '付款期限 {due} 已過，尚有 {balance} 未付。',
    'The payment was due by {due}; {balance} are still to be paid.',
  ],
  reported: [
    '您回報已付 {reported}，我們最晚 {answer}前確認。',
    'You reported a payment of {reported}; we check it by {answer} at the latest.',
  ],
  refund_due: ['應退您 {refund}，我們會於 {by}前退還。', 'We owe you {refund} and pay it back by {by}.'],
  refund_late: [
    '應退您 {refund}，原應於 {by}前退還；很抱歉有所延誤，我們正在處理。',
    'We owe you {refund}, which was to be paid back by {by}. We are sorry for the delay and are working on it.',
  ],
  refunded: ['已退還您 {refunded}。', '{refunded} was paid back to you.'],
}
/** The same once it was cancelled or has expired: nothing is due to us but the costs of the cancellation. */
const endedMoneyWords: Record<MoneyState, Words> = {
  ...moneyWords,
  nothing: ['您沒有付款，也不必付款。', 'You paid nothing, and nothing is to be paid.'],
  deposit: none,
  part: none,
  all: [
    '您付的款項已抵取消費用，沒有應退款項。',
    'What you paid covers the cost of the cancellation; nothing is to be paid back.',
  ],
  overdue: ['取消費用尚有 {balance} 未付。', '{balance} of the cost of the cancellation are still to be paid.'],
}
const waitingMoney: Words = ['候補中還不必付款。', 'You need not pay while you wait.']

const nothingToDo: Words = [
  '目前沒有要您做的事；有新的事，我們會寄信通知您。',
  'There is nothing for you to do now. We write to you when there is.',
]
const beingChecked: Words = [
  '沒有要您做的事：我們正在確認您回報的付款。',
  'There is nothing for you to do: we are checking the payment that you reported.',
]
/** What to do now if a booking has ended, by the state of its money. */
const endedToDo: Record<MoneyState, Words> = {
  nothing: ['沒有要您做的事。', 'There is nothing for you to do.'],
  deposit: nothingToDo,
  part: nothingToDo,
  all: ['沒有要您做的事。', 'There is nothing for you to do.'],
  overdue: ['請與我們聯絡如何付清 {balance}。', 'Please contact us on how to pay {balance}.'],
  reported: beingChecked,
  refund_due: [
    '您不必做任何事：我們會於 {by}前退還 {refund}。',
    'There is nothing for you to do: we pay {refund} back by {by}.',
  ],
  refund_late: [
    '您不必做任何事：我們正在處理 {refund} 的退款；若有疑問，請與我們聯絡。',
    'There is nothing for you to do: we are working on paying {refund} back. Contact us if you have questions.',
  ],
  refunded: ['已退款完成，沒有要您做的事。', 'The refund is paid; there is nothing for you to do.'],
}
const toDo: Record<BookingState, Words> = {
  waitlisted: [
    '沒有要您做的事；有名額時我們會通知您。',
    'There is nothing for you to do; we tell you when there are seats.',
  ],
  called_up: ['請在 {until} 前確認信箱。', 'Confirm your mailbox before {until}.'],
  offered: ['請在 {until} 前接受名額。', 'Accept the seats before {until}.'],
  held_unproved: ['請在 {until} 前確認報名。', 'Confirm your registration before {until}.'],
  held: ['請在 {until} 前付款。', 'Pay before {until}.'],
  held_reported: beingChecked,
  held_paid: nothingToDo,
  confirmed: nothingToDo,
  cancelled_by_traveler: none,
  cancelled_by_house: none,
  expired: none,
  completed: ['行程已經結束，謝謝您與我們同行。', 'The trip is over. Thank you for traveling with us.'],
}
const endedStates: readonly BookingState[] = ['cancelled_by_traveler', 'cancelled_by_house', 'expired']
const waitingStates: readonly BookingState[] = ['waitlisted', 'called_up']

/** The sentences of one cell: seats, trip and money, what to do now, and whether other dates are offered. Empty ones say nothing. */
export function cellOf(booking: BookingState, money: MoneyState, trip: TripState) {
  const hasEnded = endedStates.includes(booking)
  const owesUs = money !== 'refund_due' && money !== 'refund_late'
  return {
    seat: seatWords[booking],
    trip: traveling.includes(booking) ? tripWords[trip] : none,
    money: hasEnded
      ? endedMoneyWords[money]
      : waitingStates.includes(booking) && owesUs
        ? waitingMoney
        : moneyWords[money],
    now: hasEnded
      ? endedToDo[money]
      : money === 'overdue'
        ? moneyWords.overdue
        : money === 'reported' && booking === 'confirmed'
          ? beingChecked
          : toDo[booking],
    offersOtherDates: booking === 'cancelled_by_house' || booking === 'expired',
  }
}

/** What a customer reads of its booking now. Parts that have nothing to say are empty. */
export function standingOf(facts: CustomerFacts, now: Now, locale: Locale) {
  const state = bookingState(facts)
  const cell = cellOf(state, moneyState(facts, now), tripState(facts))
  const values = valuesOf(facts, state, now, locale)
  const said = (words: Words) => say(words, locale).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
  return {
    state,
    seat: said(cell.seat),
    trip: said(cell.trip),
    money: said(cell.money),
    now: said(cell.now),
    reason: reasonIn(facts, locale),
    offersOtherDates: cell.offersOtherDates,
  }
}

const valuesOf = (
  facts: CustomerFacts,
  state: BookingState,
  { zone, today }: Now,
  locale: Locale,
): Record<string, string> => {
  const { currency, paid, balance, reported, answer_by, refunded, refund_by, proof_until, hold_expires_at } = facts
  const until = state === 'called_up' ? proof_until : hold_expires_at
  const due = nextDue(facts)
  return {
    until: until ? moment(until, zone, locale, today) : '',
    paid: amountIn(currency, paid),
    balance: amountIn(currency, balance),
    due: due ? shortDay(due, locale, today) : '',
    reported: amountIn(currency, reported),
    answer: answer_by ? shortDay(answer_by, locale, today) : '',
    refund: amountIn(currency, Math.max(-balance, 0)),
    refunded: amountIn(currency, refunded),
    by: refund_by ? shortDay(refund_by, locale, today) : '',
  }
}

const causeWords: Record<NonNullable<CustomerFacts['cancel_cause']>, Words> = {
  traveler: ['應您的要求', 'At your request'],
  below_minimum: ['報名人數未達最低成團人數', 'The minimum number of travelers was not reached'],
  house_fault: ['因本公司的因素', 'For a reason on our side'],
  force_majeure: ['因不可抗力', 'Because of events beyond our control'],
  objective_risk: ['目的地有安全或健康的風險', 'Because of a risk to safety or health at the destination'],
  other: ['因故取消', 'For operational reasons'],
}

/**
 * Why a booking was cancelled, in the language of the reader: as the office wrote it, and in English, where it wrote none, by the
 * cause alone. Null if it was not cancelled.
 */
export function reasonIn(
  {
    status,
    cancel_cause,
    cancel_reason,
    cancel_reason_en,
  }: Pick<CustomerFacts, 'status' | 'cancel_cause' | 'cancel_reason' | 'cancel_reason_en'>,
  locale: Locale,
) {
  if (status !== 'cancelled') return null
  const [zh, en] = causeWords[cancel_cause ?? 'traveler']
  return say([cancel_reason ?? zh, cancel_reason_en ?? en], locale)
}
