import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { Type } from 'typebox'
import { isAmong } from '../../../kit/db/fragments.ts'
import type { Tables, Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { anyText, refs } from '../../../kit/fields.ts'
import { csvBytes } from '../../../kit/files/csv-file.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { revealAll } from '../../../kit/secrets/personal-data.ts'
import type { Words } from '../../../kit/words/words.ts'
import { refunders } from '../flow.ts'
import { isSeconded } from './refund-order.ts'

type Line = Pick<Selectable<Tables['refund_orders']>, 'id' | 'payee' | 'bank_code' | 'amount' | 'currency'> & {
  account: string | null
  booking_number: string
}

/** The columns of the bank file, in their order: docs/OPERATIONS.md describes them. */
const columns: readonly { heading: string; of: (line: Line) => string | number | null }[] = [
  { heading: 'order', of: ({ id }) => id },
  { heading: 'bank_code', of: ({ bank_code }) => bank_code },
  { heading: 'account', of: ({ account }) => account?.replaceAll('-', '') ?? null },
  { heading: 'payee', of: ({ payee }) => payee },
  { heading: 'currency', of: ({ currency }) => currency },
  { heading: 'amount', of: ({ amount }) => amount },
  { heading: 'remark', of: ({ booking_number }) => booking_number },
]

type Asked = { ids: readonly number[] | undefined; actor: { id: number }; request_id: string }

/**
 * The approved refunds to an account as a file for the bank. An order comes into one file only, unless it is asked for by its id, so that
 * two colleagues, or the same one a day later, do not pay it twice. Each account that is read so is logged.
 */
async function bankFile(tx: Tx, keys: Keys, { ids, actor, request_id }: Asked) {
  const orders = await tx
    .selectFrom('refund_orders')
    .innerJoin('bookings as b', 'b.id', 'refund_orders.booking_id')
    .select(['refund_orders.id', 'payee', 'bank_code', 'amount', 'refund_orders.currency', 'b.booking_number'])
    .where('refund_orders.status', '=', 'approved')
    .where('account', 'is not', null)
    .where(isSeconded)
    .where(ids ? isAmong('refund_orders.id', ids) : sql<boolean>`in_file_at is null`)
    .orderBy('refund_orders.id')
    .forUpdate('refund_orders')
    .execute()
  if (orders.length < (ids?.length ?? 1))
    refuse('step_not_possible', { detail: ids ? notAll : none, also: { possible: [] } })
  const asked = { table: 'refund_orders', fields: ['account'], actor, reason: REASON, request_id }
  const accounts = await revealAll(tx, keys, { ...asked, ids: orders.map(({ id }) => id) })
  const lines = orders.map((order): Line => ({ ...order, account: accounts.get(order.id)?.account ?? null }))
  await tx
    .updateTable('refund_orders')
    .set({ in_file_at: sql<string>`now()` })
    .where(
      isAmong(
        'id',
        lines.map(({ id }) => id),
      ),
    )
    .execute()
  const rows = [columns.map(({ heading }) => heading), ...lines.map((line) => columns.map(({ of }) => of(line)))]
  return { orders: lines.length, csv: `${await csvBytes(rows)}` }
}
const REASON = '退款銀行檔 Bank file of refunds'

const none: Words = [
  '沒有可列入銀行檔的退款單：須經核准、有收款帳號，且未曾列入檔案。要再次列入，請在該退款單選擇。',
  'No order is left for a bank file: it has to be approved, have an account, and be in no file yet. To list one again, choose it at the order.',
]
const notAll: Words = [
  '其中有退款單未經核准、已付款或沒有收款帳號；請重新整理清單再選擇。',
  'One of these orders is not approved, is paid, or has no account. Read the list again, and choose then.',
]

export function bankFileRoute(on: On, { keys }: FastifyInstance) {
  on.post(
    '/bank-file',
    {
      name: 'fileRefundOrders',
      access: refunders,
      summary:
        'The approved refunds as a file for the bank, each once; with `ids` exactly these, also again. Each account that is read is logged',
      body: Type.Object({ ids: Type.Optional(refs()) }),
      returns: Type.Object({ orders: Type.Integer({ examples: [3] }), csv: anyText('order,bank_code,account,…') }),
      refuses: ['step_not_possible'],
      noReplay: true,
      etag: 'none',
    },
    ({ tx, actor, body: { ids }, request }) => bankFile(tx, keys, { ids, actor, request_id: request.id }),
  )
}
