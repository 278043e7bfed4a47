import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse, refuseField } from '../../../kit/errors.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { postAddonLine } from '../../bookings/account/charge-actions.ts'
import type { OwnTurn } from '../flow.ts'
import type { LockedRequest } from '../locked-request.ts'
import { refuseUnanswered, refuseUnpriced } from '../refusals.ts'
import type { Answer } from '../schema.ts'
import { answerOffer } from './answers.ts'
import { addEntry, type Change, type Entry } from './entries.ts'

/** All fields that the bodies of the turns may have. */
export type Said = {
  message?: string | undefined
  reason?: string
  quoted_price?: number | undefined
  customer_response_deadline?: string | null | undefined
  customer_response?: Answer | undefined
  final_price?: number | undefined
  attachment_ids?: number[] | undefined
}

type Consequence = { change?: Change; answer?: Answer; entry?: Partial<Entry> }
type Consequences = (tx: Tx, actor: Actor, request: LockedRequest, said: Said) => Promise<Consequence>

/** What each turn changes besides its entry and its status. */
export const consequences: Record<OwnTurn, Consequences> = {
  approve: async () => ({}),
  decline: async (_tx, _actor, _request, { reason = '' }) => ({ change: { cancel_reason: reason } }),
  cancel: async (_tx, _actor, _request, { reason = '' }) => ({
    change: { cancel_reason: reason, public_cancel_reason: reason },
  }),
  'sales-inquiry': async () => ({}),

  'department-quote': async (tx, _actor, _request, { quoted_price = 0, customer_response_deadline = null }) => {
    await refusePast(tx, customer_response_deadline)
    return {
      change: { quoted_price, quoted_until: customer_response_deadline },
      entry: { quoted_price, customer_response_deadline },
    }
  },

  // If sales leaves out the price or the deadline, the quoted one is used.
  'sales-forward': async (tx, _actor, request, said) => {
    const { customer_response_deadline: deadline = request.quoted_until } = said
    await refusePast(tx, deadline)
    const quoted_price = said.quoted_price ?? request.quoted_price ?? request.estimated_cost ?? refuseUnpriced()
    return {
      change: { customer_response: 'pending', response_deadline: deadline },
      entry: { asks: true, quoted_price, customer_response_deadline: deadline },
    }
  },

  'sales-confirm': async (tx, actor, request, { customer_response }) => {
    const answer = await answerOf(tx, actor, request, customer_response)
    return { answer, change: answer === 'rejected' ? { cancel_reason: '客戶不接受報價。' } : {} }
  },

  'department-final': async (tx, actor, request, { final_price }) => {
    const agreed = request.offer?.quoted_price ?? request.estimated_cost ?? 0
    const final_cost = final_price ?? agreed
    if (final_cost > agreed) refuse('price_above_offer', { also: { accepted_price: agreed } })
    const { booking_id, id, quantity, currency, type } = request
    await postAddonLine(tx, {
      booking_id,
      addon_request_id: id,
      description: type.name,
      quantity,
      amount: final_cost,
      currency,
    })
    await addEntry(tx, actor, id, {
      sender_type: 'department',
      message_type: 'note',
      message: [`${type.name} 已為您完成。`, `${type.name_en ?? type.name}: done.`],
      is_internal: false,
    })
    return { change: { final_cost }, entry: { quoted_price: final_cost } }
  },
}

// The stored answer, or an answer given by phone that is recorded now.
const answerOf = async (tx: Tx, actor: Actor, request: LockedRequest, told: Answer | undefined): Promise<Answer> => {
  const given = request.status === 'accepted' || request.status === 'rejected' ? request.status : undefined
  if (given && told && told !== given) refuse('already_answered', { also: { customer_response: given } })
  if (given) return given
  const answer = told ?? refuseUnanswered()
  await answerOffer(tx, actor, request, { customer_response: answer })
  return answer
}

// Compared with the database's clock, like all deadlines.
const refusePast = async (tx: Tx, deadline: string | null | undefined) => {
  if (!deadline) return
  const { rows } = await sql<{ past: boolean }>`select ${deadline}::timestamptz <= clock_timestamp() as past`.execute(
    tx,
  )
  if (rows[0]?.past)
    refuseField('customer_response_deadline', ['回覆期限必須在未來。', 'The deadline must lie in the future.'])
}
