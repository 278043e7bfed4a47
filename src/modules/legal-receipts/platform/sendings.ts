import { type ColumnType, type Generated, sql } from 'kysely'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { enqueue } from '../../../kit/jobs/jobs.ts'
import type { Environment } from '../../receipt-platform/platform.ts'

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    receipt_sendings: {
      id: Generated<number>
      legal_receipt_id: number
      allowance_id: number | null
      act: Act
      /** The buyer has confirmed the allowance that is asked for. */
      is_confirmed: Generated<boolean>
      /** Where it was sent first; nowhere else is asked for it. */
      environment: Environment | null
      state: Generated<'waiting' | 'sending' | 'done' | 'refused'>
      attempts: Generated<number>
      asked_by: number | null
      next_at: ColumnType<string, never, ReturnType<typeof sql<string>>>
      sent_at: ColumnType<string | null, never, ReturnType<typeof sql<string>>>
      created_at: Generated<string>
    }
  }
}
declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'legal-receipts.send': object
    'legal-receipts.send-late': object
  }
}

/** `look` asks what a receipt has become at the platform, `mail` has it mailed once more. */
type Act = 'issue' | 'void' | 'allow' | 'confirm' | 'cancel' | 'look' | 'mail'

const actOf = {
  queued: 'issue',
  void_asked: 'void',
  allowance_asked: 'allow',
  allowance_confirm_asked: 'confirm',
  allowance_cancel_asked: 'cancel',
} as const satisfies Partial<Record<Events['legal-receipt.changed']['what'], Act>>

/** What is asked of a receipt is told to the platform after the commit. */
export async function askPlatform(tx: Tx, event: Events['legal-receipt.changed']) {
  const { legal_receipt_id, what, allowance_id, is_confirmed, actor_id } = event
  const act = (actOf as Partial<Record<string, Act>>)[what]
  const { medium } = await tx
    .selectFrom('legal_receipts')
    .select('medium')
    .where('id', '=', legal_receipt_id)
    .executeTakeFirstOrThrow()
  if (act && medium === 'electronic')
    await toSend(tx, { legal_receipt_id, act, allowance_id, is_confirmed, asked_by: actor_id })
}

/** Queues an act. One that waits already is tried at once, but not while its call may still be under way. */
export async function toSend(tx: Tx, { legal_receipt_id, act, allowance_id, is_confirmed, asked_by }: ToSend) {
  await sql`
    insert into receipt_sendings (legal_receipt_id, act, allowance_id, is_confirmed, asked_by)
    values (${legal_receipt_id}, ${act}, ${allowance_id ?? null}, ${is_confirmed ?? false}, ${asked_by ?? null})
    on conflict (legal_receipt_id, act, coalesce(allowance_id, 0)) where state in ('waiting', 'sending') do update set next_at = now()
     where receipt_sendings.sent_at is null or receipt_sendings.sent_at < now() - interval '2 minutes'`.execute(tx)
  enqueue(tx, 'legal-receipts.send', {}, { key: 'all' })
}
type ToSend = {
  legal_receipt_id: number
  act: Act
  allowance_id?: number | undefined
  is_confirmed?: boolean | undefined
  asked_by: number | null | undefined
}

export type Sending = {
  id: number
  legal_receipt_id: number
  allowance_id: number | null
  act: Act
  is_confirmed: boolean
  environment: Environment | null
  attempts: number
  asked_by: number | null
  sent_at: string | null
}

/** The act that waits longest. Acts of one receipt follow each other, and nothing is sent while the platform is off. */
export const dueSending = oneRow(
  (_db, _given: object) => sql<Sending>`
  select s.id, s.legal_receipt_id, s.allowance_id, s.act, s.is_confirmed, s.environment, s.attempts, s.asked_by, s.sent_at
    from receipt_sendings s
   where s.state in ('waiting', 'sending') and s.next_at <= now() and (select is_on from receipt_platform)
     and not exists (select from receipt_sendings before where before.legal_receipt_id = s.legal_receipt_id and before.id < s.id
                       and before.state in ('waiting', 'sending'))
   order by s.next_at, s.id limit 1`,
)

/**
 * Takes an act for some minutes, longer than any call lasts, so that no other process sends it meanwhile; undefined if another was quicker. A process
 * that is killed leaves it as it is. Each try that brings no answer waits longer.
 */
export async function claimed(tx: Tx, { id, attempts }: Sending, environment: Environment) {
  const { rows } = await sql<{ sent_at: string }>`
    update receipt_sendings
       set state = 'sending', attempts = attempts + 1, sent_at = clock_timestamp(), environment = coalesce(environment, ${environment}),
           next_at = now() + least(2 ^ least(attempts + 1, 6), 60) * interval '1 minute'
     where id = ${id} and attempts = ${attempts} and state in ('waiting', 'sending') and next_at <= now()
    returning sent_at::text as sent_at`.execute(tx)
  return rows[0]?.sent_at
}

/** Ends an act with its answer, unless another process has taken it meanwhile: then that one hears the answer. */
export async function ended(tx: Tx, id: number, sent_at: string, state: 'done' | 'refused') {
  const { numUpdatedRows } = await tx
    .updateTable('receipt_sendings')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where(sql<boolean>`sent_at = ${sent_at}::timestamptz`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The environment in which a receipt was issued. */
export const environmentOf = oneRow(
  (_db, { id }: { id: number }) => sql<{ environment: Environment }>`
  select environment from receipt_sendings
   where legal_receipt_id = ${id} and act = 'issue' and environment is not null order by id desc limit 1`,
)
