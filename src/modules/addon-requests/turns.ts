import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { localDay } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake, outcome, possibleSteps } from '../../kit/flow.ts'
import { pascal } from '../../kit/http/openapi/names.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor, Role } from '../../kit/http/server/guard.ts'
import { dayInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { changeAddonLine, postAddonLine, removeAddonLine } from '../bookings/addon-lines.ts'
import { actingOf, isOutside, readerOf } from '../users/reader.ts'
import { answerOffer, recordAnswer } from './answers.ts'
import { addEntry, type Entry, senderOf } from './entries.ts'
import {
  addonRequestFlow,
  conversationTurns,
  decisions,
  type OwnTurn,
  sentenceOf,
  type Turn,
  type TurnName,
  turns,
} from './flow.ts'
import {
  type Change,
  type Concerned,
  type LockedRequest,
  lockedRequest,
  lockedRequestOfBooking,
  refuseOtherDepartments,
  setStatus,
  stateOf,
} from './locked-request.ts'
import { oneRequest, ShownRequest } from './read.ts'
import type { Answer, MessageType } from './request.ts'
import { entriesPath, entryReaderOf, oneEntry, ShownCommunication } from './timeline.ts'
import { typeNames } from './words.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'addon-request.turned': Turned
  }
}

type Turned = {
  about: Concerned
  turn: TurnName
  actor_id: number
  entry_id: number
  answer?: Answer
  /** The customer took it, and is not told of it. */
  by_customer?: boolean
  /** The reason of a decline or cancellation; the customer may read it. */
  reason?: string
  /** The department must quote a price before it can do anything else. */
  needs_quote?: boolean
  /** The message and the price, for the notices. */
  words?: string | undefined
  price?: string | undefined
}

/** Takes a turn: locks the request, checks the table, writes the entry, sets the status and emits the event. */
export async function takeTurn(
  tx: Tx,
  actor: Actor,
  requestId: number,
  name: OwnTurn,
  said: TurnBody,
  expected?: Expected,
) {
  const request = await lockedRequest(tx, readerOf(actor), requestId)
  guardVersion({ version: isOutside(readerOf(actor)) ? request.public_version : request.version }, expected)
  refuseOtherDepartments(request, actor, turns[name].by)
  if (name === 'department-final') refuseWaitlisted(request, actor)
  mayTake(addonRequestFlow, name, stateOf(request), actor.roles)

  const taken = await consequences[name](tx, actor, request, said)
  return finishTurn(tx, actor, request, { name, said, ...taken })
}

/** Cancels a request as the customer of its booking, with an account or with a mailed link. Repeating it changes nothing. */
export async function cancelOfBooking(
  tx: Tx,
  booking_id: number,
  id: number,
  reason: string,
  account: Actor | undefined,
) {
  const request = await lockedRequestOfBooking(tx, booking_id, id)
  if (request.status === turns.cancel.to && request.public_cancel_reason === reason) return
  mayTake(addonRequestFlow, 'cancel', stateOf(request), ['customer'])
  await finishTurn(tx, account, request, { name: 'cancel', said: { reason }, ...cancelledFor(reason) })
}

const cancelledFor = (reason: string): Outcome => ({
  change: { cancel_reason: reason, public_cancel_reason: reason },
})

type Taken = Outcome & { name: OwnTurn; said: TurnBody }

/** Writes the entry of a turn, sets the status and emits the event. Without an account, the customer takes it. */
const finishTurn = async (
  tx: Tx,
  actor: Actor | undefined,
  request: LockedRequest,
  { name, said, change, answer, entry }: Taken,
) => {
  const turn: Turn = turns[name]
  const written = { ...entryOf(name, actor?.roles ?? ['customer'], said, answer), ...entry }
  const entry_id = await addEntry(tx, actor, request.id, written)
  await setStatus(tx, request, outcome(turn, answer), turn, { ...change, ...(entry?.asks && { offer_id: entry_id }) })
  await emit(tx, 'addon-request.turned', {
    about: request.about,
    turn: name,
    actor_id: actor?.id ?? 0,
    entry_id,
    by_customer: written.sender_type === 'customer',
    needs_quote: request.estimated_cost === null,
    words: said.message ?? said.reason,
    ...(entry?.quoted_price != null && { price: amountIn(request.currency, Number(entry.quoted_price)) }),
    ...(answer && { answer }),
    ...(change?.public_cancel_reason && { reason: change.public_cancel_reason }),
  })
  return entry_id
}

const refuseWaitlisted = (request: LockedRequest, { roles }: Actor) => {
  if (request.booking_status !== 'waitlisted') return
  refuse('step_not_possible', {
    detail: withoutSeat,
    also: { possible: possibleSteps(addonRequestFlow, stateOf(request), roles) },
  })
}
const withoutSeat: Words = [
  '這位旅客還在候補，尚無名額；訂單有名額後才能完成並收費。',
  'This traveler is on the waitlist and has no seat yet; the extra is completed and charged once the booking has seats.',
]

/** All fields that the bodies of the turns may have. */
type TurnBody = {
  message?: string | undefined
  reason?: string
  quoted_price?: number | undefined
  without_charge?: boolean | undefined
  customer_response_deadline?: string | null | undefined
  customer_response?: Answer | undefined
  answered_at?: string | undefined
  final_price?: number | undefined
  attachment_ids?: number[] | undefined
}

type Outcome = { change?: Change; answer?: Answer; entry?: Partial<Entry> }
type Consequence = (tx: Tx, actor: Actor, request: LockedRequest, said: TurnBody) => Promise<Outcome>

/** The effects of each turn besides its entry and its status. */
const consequences: Record<OwnTurn, Consequence> = {
  approve: async () => ({}),
  decline: async (tx, actor, { id }, { reason = '' }) => {
    await addEntry(tx, actor, id, {
      sender_type: 'sales',
      message_type: 'rejection',
      message: { event: 'declined', params: { reason } },
      is_internal: false,
    })
    return cancelledFor(reason)
  },
  cancel: async (_tx, _actor, _request, { reason = '' }) => cancelledFor(reason),
  'sales-inquiry': async () => ({}),
  'department-decline': async () => ({}),

  'department-quote': async (tx, _actor, request, { without_charge, ...said }) => {
    const { quoted_price = 0, customer_response_deadline = null } = said
    refuseUnmeantPrice(request, quoted_price, without_charge)
    await refuseDeadline(tx, request, customer_response_deadline)
    return {
      change: { quoted_price, quoted_until: customer_response_deadline },
      entry: { quoted_price, customer_response_deadline },
    }
  },

  // Without a price, the price of the type is offered, never the quote of the department, which is its cost. Without a deadline,
  // the deadline of the quote applies.
  'sales-forward': async (tx, _actor, request, said) => {
    const { customer_response_deadline: deadline = request.quoted_until } = said
    await refuseDeadline(tx, request, deadline)
    const quoted_price = said.quoted_price ?? request.estimated_cost ?? refuseUnpriced(request)
    refuseUnmeantPrice(request, quoted_price, said.without_charge)
    return {
      change: { customer_response: 'pending', response_deadline: deadline },
      entry: { asks: true, quoted_price, customer_response_deadline: deadline },
    }
  },

  'sales-confirm': async (tx, actor, request, said) => {
    const answer = await answerOf(tx, actor, request, said)
    return { answer, change: answer === 'rejected' ? { cancel_reason: '客戶婉拒報價。' } : {} }
  },

  'department-final': async (tx, actor, request, { final_price, message }) => {
    const final_cost = finalCost(request, final_price)
    if (final_cost !== agreedPrice(request) && !message) refuseUnexplained(request, final_cost)
    const { booking_id, id, quantity, currency, type } = request
    await postAddonLine(tx, {
      booking_id,
      addon_request_id: id,
      description: type.name,
      description_en: type.name_en,
      quantity,
      amount: final_cost,
      currency,
    })
    await addEntry(tx, actor, id, {
      sender_type: 'department',
      message_type: 'note',
      message: { event: 'delivered', params: typeNames(type) },
      is_internal: false,
    })
    return { change: { final_cost }, entry: { quoted_price: final_cost } }
  },

  'department-correct': async (tx, _actor, request, { final_price }) => {
    const final_cost = finalCost(request, final_price)
    await changeAddonLine(tx, request.id, { quantity: request.quantity, amount: final_cost })
    return { change: { final_cost }, entry: { quoted_price: final_cost } }
  },

  'department-undo': async (tx, _actor, { id }) => {
    await removeAddonLine(tx, id)
    return { change: { final_cost: null } }
  },
}

/**
 * The price that the customer agreed to: the accepted offer, or the price that was known at the request. Never the department's
 * quote.
 */
const agreedPrice = ({ offer, estimated_cost }: LockedRequest) => offer?.quoted_price ?? estimated_cost ?? 0

/** The charged amount: the agreed price or less. */
const finalCost = (request: LockedRequest, price: number | undefined) => {
  const agreed = agreedPrice(request)
  const cost = price ?? agreed
  return cost > agreed ? refuse('price_above_offer', { also: { accepted_price: agreed } }) : cost
}

// The stored answer, or one given by phone that is recorded now. A yes that is taken back needs its reason.
const answerOf = async (tx: Tx, actor: Actor, request: LockedRequest, said: TurnBody): Promise<Answer> => {
  const { customer_response: told, answered_at, message } = said
  const given = request.status === 'accepted' || request.status === 'rejected' ? request.status : undefined
  if (!given) {
    const answer = told ?? refuseUnanswered()
    await answerOffer(tx, actor, request, { customer_response: answer, answered_at })
    return answer
  }
  if (!told || told === given) return given
  if (given === 'rejected') refuse('already_answered', { also: { customer_response: given }, detail: offerAgain })
  if (!message) refuseUnexplainedChange()
  await recordAnswer(tx, actor, request, { customer_response: told })
  return told
}

const refuseUnexplainedChange = () =>
  refuseField('message', [
    '客戶已接受；若已改變心意，請在這裡寫明原因。',
    'The customer has accepted. If it has changed its mind, write the reason here.',
  ])
const offerAgain: Words = [
  '客戶已婉拒；若已改變心意，請重新報價。',
  'The customer has declined. If it has changed its mind, make a new offer.',
]

// Compared with the database's clock, like all deadlines. A deadline after the return is refused, because nothing can be provided
// then; but if the trip is over already, an open price may still be answered.
const refuseDeadline = async (tx: Tx, { planned_trip_id }: LockedRequest, deadline: string | null | undefined) => {
  if (!deadline) return
  const { isPast, isLate, return_date } = await tx
    .selectFrom('planned_trips')
    .select('return_date')
    .select(sql<boolean>`${deadline}::timestamptz <= clock_timestamp()`.as('isPast'))
    .select(
      sql<boolean>`${localDay(sql`${deadline}::timestamptz`)} > return_date and return_date >= today()`.as('isLate'),
    )
    .where('id', '=', planned_trip_id)
    .executeTakeFirstOrThrow()
  if (isPast) refuseField('customer_response_deadline', ['回覆期限必須在未來。', 'The deadline must be in the future.'])
  if (!isLate) return
  const [day, dayEn] = dayInWords(return_date)
  refuseField('customer_response_deadline', [
    `回覆期限不可晚於此團的回程日 ${day}。`,
    `The deadline must not be after ${dayEn}, the day on which the trip returns.`,
  ])
}

const refuseUnexplained = (request: LockedRequest, final_cost: number) => {
  const final = amountIn(request.currency, final_cost)
  const agreed = amountIn(request.currency, agreedPrice(request))
  return refuseField('message', [
    `最終金額 ${final} 與客戶同意的 ${agreed} 不同：請在這裡寫明原因，或不填金額，以客戶同意的金額入帳。`,
    `The final price of ${final} is not the agreed ${agreed}: write the reason here, or leave the price out to charge what was agreed.`,
  ])
}

/** A price of 0 is mostly a field that was left empty. */
const refuseUnmeantPrice = ({ created_pricing_type }: LockedRequest, price: number, without_charge = false) => {
  if (price > 0 && without_charge)
    refuseField('without_charge', [
      '報價不是 0，與「不收費」不符；請擇一填寫。',
      'The price is not 0: leave one of the two out.',
    ])
  if (price === 0 && !without_charge && created_pricing_type !== 'free')
    refuseField('quoted_price', [
      '報價為 0；請填寫報價，若確定免費，請註明「不收費」。',
      'The price is 0. Give the price, or say that it is without charge.',
    ])
}

const refuseUnanswered = () =>
  refuseField('customer_response', [
    '客戶尚未回覆；請填寫客戶的回覆。',
    'The customer has not answered yet; say what the answer is.',
  ])

const refuseUnpriced = ({ quoted_price }: LockedRequest) =>
  refuseField(
    'quoted_price',
    quoted_price === null
      ? ['尚無報價；請填寫報價，或先請部門報價。', 'No price is known yet; give a price, or ask the department first.']
      : [
          '請填寫給客戶的價格；部門的報價是成本，不會直接轉給客戶。',
          'Give the price for the customer; the quote of the department is its cost and is never sent on.',
        ],
  )

const entryOf = (name: OwnTurn, roles: readonly Role[], said: TurnBody, answer: Answer | undefined): Entry => ({
  sender_type: senderOfTurn(turns[name], roles),
  message_type: messageTypeOfTurn(turns[name], answer),
  message: said.message ?? said.reason ?? { event: name },
  is_internal: turns[name].internal,
  attachment_ids: said.attachment_ids,
})

// An administrator takes a turn in the name of the party whose turn it is.
const senderOfTurn = ({ by }: Turn, roles: readonly Role[]) => {
  const parties = by.filter((role) => role !== 'admin')
  const own = parties.filter((role) => roles.includes(role))
  return senderOf(own.length ? own : parties)
}

const messageTypeOfTurn = ({ says }: Turn, answer: Answer | undefined): MessageType =>
  typeof says === 'string' ? says : (says[answer ?? ''] ?? 'note')

export function decisionRoutes(on: On) {
  for (const name of decisions)
    on.post(
      `/:id/${name}`,
      {
        access: turns[name].by,
        summary: sentenceOf(name),
        body: turns[name].body,
        returns: ShownRequest,
        etag: 'content',
        refuses: ['stale', 'step_not_possible'],
      },
      async ({ tx, actor, params, body, expected }) => {
        await takeTurn(tx, actor, params.id, name, body, expected)
        return oneRequest(tx, { ...actingOf(actor), ...params })
      },
    )
}

export function turnRoutes(on: On, zone: string) {
  for (const name of conversationTurns)
    on.create(
      `/:id/communications/${name}`,
      {
        name: `take${pascal(name)}`,
        access: turns[name].by,
        summary: sentenceOf(name),
        body: turns[name].body,
        returns: ShownCommunication,
        at: entriesPath,
        refuses: ['stale', 'step_not_possible', 'already_answered', 'answer_too_late', 'price_above_offer'],
      },
      async ({ tx, actor, params, body, locale, expected }) => {
        const id = await takeTurn(tx, actor, params.id, name, body, expected)
        return { id, ...(await oneEntry(tx, { ...entryReaderOf(actor, locale, zone), id })) }
      },
    )
}
