import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { flag, line, ref } from '../../kit/fields.ts'
import { mayTake, outcome } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { actingOf } from '../users/reader.ts'
import { allowanceFlow, allowanceSteps, receiptFlow, receiptSteps } from './flow.ts'
import { refuseItems } from './issue.ts'
import { hasAllowance, oneLegalReceipt, ShownLegalReceipt } from './read.ts'
import { receiptItems, wholeAmount, writtenItems } from './receipt.ts'

type Deciding = { actor: Actor; expected: Expected }

const Voiding = Type.Object({ reason: line(500, '抬頭錯誤') })

/** A part of a receipt is given back: of which of its bookings, if it has several, and whether the buyer has confirmed it already. */
const Allowing = Type.Object({
  booking_id: Type.Optional(ref()),
  amount: wholeAmount(),
  items: Type.Optional(receiptItems()),
  reason: line(500, '退團，退還部分團費'),
  confirmed: Type.Optional(flag()),
})

/** Voids a receipt. One on paper is void at once; for an electronic one the platform is asked. */
async function voidReceipt(tx: Tx, id: number, { reason }: Static<typeof Voiding>, { actor, expected }: Deciding) {
  const receipt = await lockedReceipt(tx, id)
  guardVersion(receipt, expected)
  if (receipt.status === 'issued' && receipt.hasAllowance)
    refuse('step_not_possible', { detail: givenBack, also: { possible: [] } })
  mayTake(receiptFlow, 'void', receipt, actor.roles)
  const status = outcome(receiptSteps.void, receipt.medium)
  await tx
    .updateTable('legal_receipts')
    .set({
      ...{ status, void_reason: reason, voided_by: actor.id },
      ...(status === 'void' && { voided_at: sql<string>`now()` }),
    })
    .where('id', '=', id)
    .execute()
  const what = status === 'void' ? 'void' : 'void_asked'
  await emit(tx, 'legal-receipt.changed', { legal_receipt_id: id, what, actor_id: actor.id })
}

/** Gives a part of a receipt back. It counts once the buyer has confirmed it; of an electronic one the platform is told. */
async function allowReceipt(tx: Tx, id: number, body: Static<typeof Allowing>, { actor, expected }: Deciding) {
  const receipt = await lockedReceipt(tx, id)
  guardVersion(receipt, expected)
  if (receipt.status !== 'issued') refuse('step_not_possible', { detail: notIssued, also: { possible: [] } })
  const { amount, reason, confirmed: is_confirmed = false } = body
  const items = body.items ?? [{ name: `折讓 ${receipt.number ?? ''}`, count: 1, unit: '式', price: amount, amount }]
  refuseItems(items, amount)
  const isDone = receipt.medium === 'paper' && is_confirmed
  const { id: allowance_id } = await tx
    .insertInto('legal_receipt_allowances')
    .values({
      ...{ legal_receipt_id: id, booking_id: bookingOf(receipt, body.booking_id), amount, reason, asked_by: actor.id },
      items: writtenItems(items),
      status: isDone ? 'confirmed' : 'waiting',
      ...(isDone && { confirmed_on: sql<string>`today()`, decided_by: actor.id }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const what = isDone ? 'allowed' : 'allowance_asked'
  await emit(tx, 'legal-receipt.changed', {
    ...{ legal_receipt_id: id, what, allowance_id, is_confirmed, actor_id: actor.id },
  })
}

const bookingOf = ({ bookings }: LockedReceipt, given: number | undefined) => {
  const [only, ...others] = bookings
  if (given === undefined) return only && others.length === 0 ? only.booking_id : refuseField('booking_id', whichOne)
  return bookings.some(({ booking_id }) => booking_id === given) ? given : refuseField('booking_id', ofAnother)
}

type OfAllowance = { id: number; allowance: number }
type AllowanceStep = Extract<keyof typeof allowanceSteps, 'confirm' | 'cancel'>

/** Confirms or cancels an allowance. On paper it is so at once; of an electronic one the platform is asked. */
async function decideAllowance(tx: Tx, of: OfAllowance, step: AllowanceStep, { actor, expected }: Deciding) {
  const { medium } = await lockedReceipt(tx, of.id)
  const allowance = found(
    await tx
      .selectFrom('legal_receipt_allowances')
      .selectAll()
      .where('id', '=', of.allowance)
      .where('legal_receipt_id', '=', of.id)
      .forUpdate()
      .executeTakeFirst(),
  )
  guardVersion(allowance, expected)
  mayTake(allowanceFlow, step, { status: allowance.status, isPaper: medium === 'paper' }, actor.roles)
  const news = { legal_receipt_id: of.id, allowance_id: of.allowance, actor_id: actor.id }
  if (medium === 'electronic') {
    const what = step === 'confirm' ? 'allowance_confirm_asked' : 'allowance_cancel_asked'
    return emit(tx, 'legal-receipt.changed', { ...news, what })
  }
  await tx
    .updateTable('legal_receipt_allowances')
    .set({
      ...{ status: allowanceSteps[step].to, decided_by: actor.id },
      confirmed_on: step === 'confirm' ? sql<string>`today()` : null,
    })
    .where('id', '=', of.allowance)
    .execute()
  await emit(tx, 'legal-receipt.changed', { ...news, what: step === 'confirm' ? 'allowed' : 'allowance_cancelled' })
}

/** A receipt, locked after its bookings, as by everything that changes their accounts. */
export async function lockedReceipt(tx: Tx, id: number) {
  const bookings = await tx
    .selectFrom('legal_receipt_bookings')
    .select(['booking_id', 'amount'])
    .where('legal_receipt_id', '=', id)
    .orderBy('booking_id')
    .execute()
  await tx
    .selectFrom('bookings')
    .select('id')
    .where('id', 'in', bookings.map(({ booking_id }) => booking_id).concat(0))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const receipt = found(
    await tx
      .selectFrom('legal_receipts')
      .selectAll()
      .select(hasAllowance('legal_receipts').as('hasAllowance'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  return { ...receipt, bookings }
}
type LockedReceipt = Awaited<ReturnType<typeof lockedReceipt>>

const givenBack = [
  '這張收據已有折讓，不能作廢；請先取消折讓，或以另一張折讓退還其餘金額。',
  'A part of this receipt was given back by an allowance, so it cannot be voided: cancel the allowance first, or give the rest back by another one.',
] as const
const notIssued = [
  '只有已開立且未作廢的收據可以開立折讓；開立中的請稍候，已作廢的不必折讓。',
  'An allowance is given of a receipt that is issued and not void: wait for one that is being issued; of a void one nothing is left to give back.',
] as const
const whichOne = [
  '這張收據有多筆訂單，請選擇要折讓的訂單。',
  'This receipt joins several bookings: say of which one a part is given back.',
] as const
const ofAnother = ['這張收據不含這筆訂單。', 'This receipt is not of that booking.'] as const

const changed = { returns: ShownLegalReceipt, etag: 'content', refuses: ['step_not_possible', 'stale'] } as const

export function giveBackRoutes(on: On) {
  on.post(
    '/:id/void',
    {
      ...changed,
      name: 'voidLegalReceipt',
      access: receiptSteps.void.by,
      summary: 'Void a legal receipt of which nothing was given back, with the reason',
      body: Voiding,
    },
    async ({ tx, actor, params, body, expected }) => {
      await voidReceipt(tx, params.id, body, { actor, expected })
      return oneLegalReceipt(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/allowances',
    {
      ...changed,
      name: 'allowLegalReceipt',
      access: allowanceSteps.confirm.by,
      summary: 'Give a part of a legal receipt back (折讓), which counts once the buyer has confirmed it',
      body: Allowing,
    },
    async ({ tx, actor, params, body, expected }) => {
      await allowReceipt(tx, params.id, body, { actor, expected })
      return oneLegalReceipt(tx, { ...actingOf(actor), ...params })
    },
  )
  const decided = async (step: AllowanceStep, tx: Tx, of: OfAllowance, deciding: Deciding) => {
    await decideAllowance(tx, of, step, deciding)
    return oneLegalReceipt(tx, { ...actingOf(deciding.actor), id: of.id })
  }
  on.post(
    '/:id/allowances/:allowance/confirm',
    {
      ...changed,
      name: 'confirmReceiptAllowance',
      access: allowanceSteps.confirm.by,
      summary: 'Say that the buyer has confirmed an allowance',
    },
    ({ tx, actor, params, expected }) => decided('confirm', tx, params, { actor, expected }),
  )
  on.post(
    '/:id/allowances/:allowance/cancel',
    {
      ...changed,
      name: 'cancelReceiptAllowance',
      access: allowanceSteps.cancel.by,
      summary: 'Cancel an allowance that waits, or one on paper that was typed by mistake',
    },
    ({ tx, actor, params, expected }) => decided('cancel', tx, params, { actor, expected }),
  )
}
