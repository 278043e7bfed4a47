import { type Static, Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse, refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import type { Words } from '../../../kit/words/words.ts'
import { refunders } from '../../bookings/flow.ts'
import { NewReceiptBuyer, refuseUbn } from '../../receipt-buyers/buyer.ts'
import { plain } from '../../receipt-platform/protocol.ts'
import { actingOf } from '../../users/reader.ts'
import { lockedReceipt } from '../give-back.ts'
import { oneLegalReceipt, ShownLegalReceipt } from '../read.ts'
import { LegalReceipt } from '../receipt.ts'
import { toSend } from './sendings.ts'

/** What of a refused receipt is mended before it is issued again. */
const Mended = Type.Object({
  buyer: Type.Optional(NewReceiptBuyer),
  comment: LegalReceipt.properties.comment,
})
type Mended = Static<typeof Mended>
type Deciding = { actor: Actor; expected: Expected }

/** Issues a refused receipt again, under another number; of any other one the platform is asked once more. */
const refreshReceipt = async (tx: Tx, id: number, mended: Mended, { actor, expected }: Deciding) => {
  const receipt = await lockedReceipt(tx, id)
  guardVersion(receipt, expected)
  if (receipt.medium === 'paper') refuse('step_not_possible', { detail: onPaper, also: { possible: [] } })
  if (receipt.status === 'refused') return issueAgain(tx, id, mended, actor)
  if (mended.buyer || mended.comment !== undefined) refuseField(mended.buyer ? 'buyer' : 'comment', notRefused)
  const asked = { legal_receipt_id: id, asked_by: actor.id }
  if (receipt.status === 'queued') return toSend(tx, { ...asked, act: 'issue' })
  if (receipt.status === 'void_waiting') return toSend(tx, { ...asked, act: 'void' })
  const unknown = await tx
    .selectFrom('legal_receipt_allowances')
    .select('id')
    .where('legal_receipt_id', '=', id)
    .where('status', '=', 'waiting')
    .where('platform_no', 'is', null)
    .execute()
  for (const { id: allowance_id } of unknown) await toSend(tx, { ...asked, act: 'allow', allowance_id })
  return toSend(tx, { ...asked, act: 'look' })
}

const issueAgain = async (tx: Tx, id: number, { buyer, comment }: Mended, actor: Actor) => {
  if (buyer) refuseUbn(buyer.kind, buyer.ubn ?? null, 'buyer.ubn')
  await tx
    .updateTable('legal_receipts')
    .set({
      ...{ status: 'queued', error: null },
      ...(buyer && {
        ...{ buyer_kind: buyer.kind, buyer_name: plain(buyer.name), buyer_ubn: buyer.ubn ?? null },
        ...{ buyer_email: buyer.email ?? null, buyer_address: buyer.address ? plain(buyer.address) : null },
      }),
      ...(comment !== undefined && { comment: comment && plain(comment) }),
    })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'legal-receipt.changed', { legal_receipt_id: id, what: 'queued', actor_id: actor.id })
}

/** Has the platform mail a receipt once more. */
const mailAgain = async (tx: Tx, id: number, { actor, expected }: Deciding) => {
  const receipt = await lockedReceipt(tx, id)
  guardVersion(receipt, expected)
  if (receipt.medium === 'paper') refuse('step_not_possible', { detail: onPaper, also: { possible: [] } })
  if (receipt.status !== 'issued') refuse('step_not_possible', { detail: notIssued, also: { possible: [] } })
  await toSend(tx, { legal_receipt_id: id, act: 'mail', asked_by: actor.id })
}

const onPaper: Words = [
  '紙本收據與平台無關；如有錯誤，請作廢後重新登錄。',
  'The platform knows nothing of a receipt on paper. If it is wrong, void it and enter another one.',
]
const notIssued: Words = [
  '平台只能補寄有效的收據；作廢或尚未開立的收據不能補寄。',
  'The platform mails only receipts that are issued and not void.',
]
const notRefused: Words = [
  '只有平台未接受的收據可以更正；已開立的收據請先作廢，再重新開立。',
  'Only a receipt that the platform has refused can be mended. Void one that is issued, then issue another.',
]

const changed = { returns: ShownLegalReceipt, etag: 'content', refuses: ['step_not_possible', 'stale'] } as const

export function againRoutes(on: On) {
  on.post(
    '/:id/refresh',
    {
      ...changed,
      name: 'refreshLegalReceipt',
      access: refunders,
      summary: 'Issue an electronic receipt that was refused again, mended; or ask the platform what one has become',
      body: Mended,
    },
    async ({ tx, actor, params, body, expected }) => {
      await refreshReceipt(tx, params.id, body, { actor, expected })
      return oneLegalReceipt(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/resend',
    {
      ...changed,
      name: 'resendLegalReceipt',
      access: refunders,
      summary: 'Have the platform mail an electronic receipt once more',
      body: Type.Object({}),
    },
    async ({ tx, actor, params, expected }) => {
      await mailAgain(tx, params.id, { actor, expected })
      return oneLegalReceipt(tx, { ...actingOf(actor), ...params })
    },
  )
}
