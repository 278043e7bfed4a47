import { type ColumnType, sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { enqueue, type JobTools } from '../../kit/jobs/jobs.ts'
import { newNumber } from '../../kit/secrets/tokens.ts'
import type { Words } from '../../kit/words/words.ts'
import { accountOf, proveKeys } from './keys.ts'
import { keepSurplus, ShownPlatform, shownPlatform, type TrialStep } from './platform.ts'
import { isSuccess, type Order, voidCall } from './protocol.ts'
import { askForOrder, issue, type Platform, refusedOrSilent, tell } from './tell.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    receipt_trials: {
      id: ColumnType<number, number, never>
      order_no: string
      step: TrialStep
      number: string | null
      error: string | null
      started_by: number | null
      started_at: ColumnType<string, never, ReturnType<typeof sql<string>>>
    }
  }
}
declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'receipt-platform.trial': { order_no: string }
  }
}

/** Begins a receipt over one dollar in the test environment, which a job issues and voids. Another one takes its place. */
const beginTrial = async (tx: Tx, started_by: number) => {
  const test = await tx
    .selectFrom('receipt_platform_keys')
    .select('id')
    .where('environment', '=', 'test')
    .executeTakeFirst()
  if (!test) return refuse('step_not_possible', { detail: noTestKeys, also: { possible: [] } })
  const order_no = `GT${newNumber()}`
  const begun = { order_no, step: 'asked', number: null, error: null, started_by } as const
  await tx
    .insertInto('receipt_trials')
    .values({ id: 1, ...begun })
    .onConflict((same) => same.column('id').doUpdateSet({ ...begun, started_at: sql<string>`now()` }))
    .execute()
  enqueue(tx, 'receipt-platform.trial', { order_no })
  return order_no
}

const noTestKeys: Words = [
  '測試環境還沒有金鑰；請先填寫測試環境的統一編號、HashKey 與 HashIV。',
  'The test environment has no keys yet. Enter its tax ID, HashKey and HashIV first.',
]

/** Issues the test receipt and voids it, and writes each step down. A worker that starts anew asks how far it has come. */
export async function runTrial({ order_no }: { order_no: string }, tools: JobTools) {
  const { database, keys } = tools
  const known = await accountOf(database.db, keys, 'test')
  const { fallback_email, asked_at } = found(
    await database.db
      .selectFrom('receipt_platform')
      .select(['fallback_email', sql<string>`now()`.as('asked_at')])
      .executeTakeFirst(),
  )
  const write = (change: { step: TrialStep; number?: string; error?: string }) =>
    database.transaction({}, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('receipt_trials')
        .set(change)
        .where('order_no', '=', order_no)
        .executeTakeFirst()
      const isThis = numUpdatedRows > 0n
      if (isThis && change.step === 'voided' && known) await proveKeys(tx, 'test', known.version)
      return isThis
    })
  if (!known) return write({ step: 'silent' })
  const platform: Platform = { ...tools, environment: 'test', account: known.account }
  const order = trialOrder(order_no, fallback_email)
  const at = new Date(asked_at)

  const before = await askForOrder(platform, order, at)
  const outcome = before === 'unknown' ? await issue(platform, order, at) : before
  if (outcome === 'silent') return write({ step: 'silent' })
  if ('refused' in outcome) return write({ step: 'refused', error: outcome.refused })
  const { number, surplus } = outcome.done
  await database.transaction({}, (tx) => keepSurplus(tx, 'test', surplus))
  if (!(await write({ step: 'issued', number }))) return false

  const answer = await tell(platform, voidCall({ number, reason: '測試', seller_name: SELLER }, known.account, at))
  if (isSuccess(answer) || answer?.status === VOID_ALREADY) return write({ step: 'voided' })
  const failed = refusedOrSilent(answer)
  return write(failed === 'silent' ? { step: 'silent' } : { step: 'refused', error: failed.refused })
}
const VOID_ALREADY = 'LIB10005'
const SELLER = 'Guidon'

const trialOrder = (order_no: string, email: string | null): Order => ({
  order_no,
  buyer: { name: '測試', ubn: null, email: email ?? 'test@guidon.invalid', address: null },
  seller_name: SELLER,
  amount: 1,
  items: [{ name: '測試', count: 1, unit: '式', price: 1, amount: 1 }],
  tour: null,
  comment: null,
})

/** `POST /api/receipt-platform/test` */
export function trialRoute(on: On) {
  on.post(
    '/test',
    {
      access: ['admin'],
      name: 'testReceiptPlatform',
      summary: 'Issue a receipt in the test environment and void it; the settings show each step',
      body: Type.Object({}),
      returns: ShownPlatform,
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor }) => {
      await beginTrial(tx, actor.id)
      return shownPlatform(tx, {})
    },
  )
}
