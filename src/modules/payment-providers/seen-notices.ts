import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRow } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { anyText, flag, labelled, line, moment, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { is, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { Names } from '../../kit/resource/names.ts'
import type { Words } from '../../kit/words/words.ts'
import { refunders } from '../bookings/flow.ts'
import { type Outcome, outcomes, PaymentProvider } from './provider.ts'

/** What a provider has signed and made no payment: somebody has to find out why, and says what became of it. */
export const puzzling = ['other_amount', 'other_merchant', 'unknown', 'simulated'] as const satisfies readonly Outcome[]

const remark = () => line(500, '綠界已退款，與客戶說明過')
const outcome = labelled(oneOf(outcomes), ['結果', 'Outcome'])

/** What we know of the payment that a notice is about. */
const OfTrade = Type.Object({
  trade_no: anyText('K7QX3MPL2RT6VN4ZB5CD'),
  amount: Type.Number({ examples: [20_000], written: 'money' }),
  booking: orNull(
    Type.Object({ id: ref(), booking_number: anyText('CNX270128A-001'), contact_name: anyText('王小美') }),
  ),
})

const ShownNotice = Type.Object({
  id: ref(),
  ...shownFields({ provider: PaymentProvider.properties.provider, outcome }),
  is_genuine: labelled(flag(), ['簽章正確', 'Signed by the provider']),
  /** What the notice says. Of one that nobody signed it may be anything. */
  told_trade_no: labelled(orNull(anyText('K7QX3MPL2RT6VN4ZB5CD')), ['通知的交易編號', 'Number it tells']),
  told_amount: labelled(orNull(Type.Number({ examples: [20_000], written: 'money' })), [
    '通知的金額',
    'Amount it tells',
  ]),
  told_message: labelled(orNull(anyText('交易成功')), ['通知的訊息', 'What it says']),
  trade: labelled(orNull(OfTrade), ['線上付款', 'Online payment']),
  /** It has paid after the time in which its page could be used. */
  is_late: labelled(flag(), ['逾時後才付款', 'Paid after its time']),
  to_see: labelled(flag(), ['待查明', 'To be looked at']),
  remark: labelled(orNull(remark()), ['處理說明', 'What became of it']),
  seer: labelled(orNull(Names), ['查明者', 'Looked at by']),
  seen_at: labelled(orNull(moment()), ['查明時間', 'Looked at']),
  created_at: labelled(moment(), ['收到時間', 'Came at']),
})

const isToSee = sql<SqlBool>`payment_notices.seen_at is null and ${isOneOf('payment_notices.outcome', puzzling)}`

const noticeList = list({
  of: 'payment_notices',
  sort: {},
  order: '-created_at',
  since: 'created_at',
  columns: [
    'created_at',
    'provider',
    'outcome',
    'told_trade_no',
    'told_amount',
    'told_message',
    'trade.amount',
    'trade.booking.booking_number',
    'is_late',
    'seer.name',
    'seen_at',
    'remark',
  ],
  people: true,
  filters: {
    provider: is('payment_notices.provider', PaymentProvider.properties.provider),
    outcome: is('payment_notices.outcome', outcome),
    to_see: { ...whether(isToSee), isOfFew: true },
  },
})

// ECPay and NewebPay name the same things differently. What was made up may hold any text where an amount belongs.
const toldNumber = sql<
  string | null
>`coalesce(payment_notices.body ->> 'MerchantTradeNo', payment_notices.body ->> 'MerchantOrderNo')`
const toldAmount = sql<
  number | null
>`(select said::numeric from coalesce(payment_notices.body ->> 'TradeAmt', payment_notices.body ->> 'Amt') said
  where said ~ '^[0-9]{1,9}$')`
const toldMessage = sql<
  string | null
>`nullif(coalesce(payment_notices.body ->> 'RtnMsg', payment_notices.body ->> 'Message'), '')`

const notices = (db: Db, _given: object) =>
  db
    .selectFrom('payment_notices')
    .leftJoin('provider_trades as x', 'x.id', 'payment_notices.trade_id')
    .leftJoin('bookings as b', 'b.id', 'x.booking_id')
    .select(['payment_notices.id', 'payment_notices.provider', 'payment_notices.outcome', 'payment_notices.is_genuine'])
    .select([
      toldNumber.as('told_trade_no'),
      toldAmount.as('told_amount'),
      toldMessage.as('told_message'),
      sql<
        object | null
      >`case when x.id is not null then json_build_object('trade_no', x.trade_no, 'amount', x.amount, 'booking',
        case when b.id is not null then json_build_object('id', b.id, 'booking_number', b.booking_number, 'contact_name', b.contact_name) end) end`.as(
        'trade',
      ),
      sql<boolean>`coalesce(payment_notices.outcome = 'paid' and payment_notices.created_at > x.expires_at, false)`.as(
        'is_late',
      ),
      sql<boolean>`${isToSee}`.as('to_see'),
    ])
    .select([
      'payment_notices.remark',
      sql<object | null>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en)
        from users u where u.id = payment_notices.seen_by)`.as('seer'),
      'payment_notices.seen_at',
      'payment_notices.created_at',
    ])

const noticePage = noticeList.over(notices)
const oneNotice = jsonRow((db, { id }: { id: number }) => notices(db, {}).where('payment_notices.id', '=', id))

/** SQL: the notices that wait for somebody to look at them, with what they tell. */
export const noticesToSee = sql`(select payment_notices.id, ${toldNumber} as number, ${toldAmount} as amount, 'TWD' as currency,
    payment_notices.outcome, payment_notices.provider, payment_notices.created_at from payment_notices where ${isToSee})`

/** Says what became of a notice. The same told again of the same payment is settled with it. */
const settleNotice = async (tx: Tx, id: number, actor_id: number, remark: string) => {
  const there = found(
    await tx
      .selectFrom('payment_notices')
      .select(['trade_id', 'outcome', isToSee.as('to_see')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (!there.to_see) refuse('step_not_possible', { detail: nothingToSee, also: { possible: [] } })
  await tx
    .updateTable('payment_notices')
    .set({ seen_by: actor_id, seen_at: sql<string>`now()`, remark })
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb.and([eb('trade_id', '=', there.trade_id), eb('outcome', '=', there.outcome), eb('seen_at', 'is', null)]),
      ]),
    )
    .execute()
}
const nothingToSee: Words = [
  '這則通知不必查明，或已有同仁查明。',
  'This notice needs no look, or a colleague has looked at it already.',
]

/** `GET /api/payment-notices`, and what became of one. */
export function noticeReads(on: On) {
  on.get(
    '',
    {
      access: refunders,
      name: 'listPaymentNotices',
      summary: 'What providers have told of payments, and what somebody told in their name, the newest first',
      ...noticeList.of(ShownNotice),
      etag: 'content',
    },
    ({ db, query }) => noticePage(db, {}, query),
  )
  on.post(
    '/:id/seen',
    {
      access: refunders,
      name: 'settlePaymentNotice',
      summary: 'Say what became of a signed notice that made no payment; the same told again is settled with it',
      body: Type.Object({ remark: labelled(remark(), ['處理說明', 'What became of it']) }),
      returns: ShownNotice,
      refuses: ['step_not_possible'],
      etag: 'none',
    },
    async ({ tx, actor, params, body }) => {
      await settleNotice(tx, params.id, actor.id, body.remark)
      return oneNotice(tx, params)
    },
  )
}
