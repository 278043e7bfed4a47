import { type ColumnType, sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import type { Heard } from '../../kit/outbound/outbound.ts'
import { newNumber } from '../../kit/secrets/tokens.ts'
import type { Words } from '../../kit/words/words.ts'
import { askLine, type Line, tellLine } from './call.ts'
import type { TrialStep } from './channel.ts'
import { secretsOf } from './keys.ts'
import { botIn, refusalIn, webhookFaultIn } from './protocol.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    line_trials: {
      id: ColumnType<number, number, never>
      key: string
      step: TrialStep
      bot_name: string | null
      error: string | null
      started_by: number | null
      started_at: ColumnType<string, never, ReturnType<typeof sql<string>>>
    }
  }
}
declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'line.trial': { key: string }
  }
}

/** Begins a test of the channel, which a job carries out. Another one takes its place. */
export async function beginTrial(tx: Tx, started_by: number) {
  const known = await tx.selectFrom('line_channel').select('id').where('sealed', 'is not', null).executeTakeFirst()
  if (!known) refuse('step_not_possible', { detail: noChannel, also: { possible: [] } })
  const begun = { key: newNumber(), step: 'asked', bot_name: null, error: null, started_by } as const
  await tx
    .insertInto('line_trials')
    .values({ id: 1, ...begun })
    .onConflict((same) => same.column('id').doUpdateSet({ ...begun, started_at: sql<string>`now()` }))
    .execute()
  enqueue(tx, 'line.trial', { key: begun.key })
}
export function endTrial(tx: Tx) {
  return tx.deleteFrom('line_trials').execute()
}
const noChannel: Words = [
  '還沒有填寫頻道，無法測試；請先填寫官方帳號 ID、頻道 ID、Channel secret 與 Channel access token。',
  'There is no channel to test yet: give the ID of the account, the channel ID, the channel secret and the access token first.',
]

/** Asks LINE for the account of the token, and has it send an event of its own to our address. The event proves the secret. */
export async function runTrial({ key }: Jobs['line.trial'], tools: JobTools) {
  const { database, keys } = tools
  const write = (change: { step: TrialStep; bot_name?: string; error?: string }) =>
    database.transaction({}, (tx) =>
      tx.updateTable('line_trials').set(change).where('key', '=', key).where('step', '<>', 'heard').execute(),
    )
  const known = await secretsOf(database.db, keys)
  if (!known) return write({ step: 'silent' })
  const line: Line = { ...tools, access_token: known.access_token }
  const answer = await askLine(line, '/v2/bot/info')
  const bot = botIn(answer.words)
  if (answer.status !== 200 || !bot) return write(failed(answer))
  if (bot.basic_id !== known.basic_id)
    return write({ step: 'refused', bot_name: bot.name, error: OTHER + bot.basic_id })
  await write({ step: 'named', bot_name: bot.name })
  const told = await tellLine(line, '/v2/bot/channel/webhook/test', {})
  if (told.status !== 200) return write(failed(told))
  const error = webhookFaultIn(told.words)
  return error === undefined ? undefined : write({ step: 'refused', error })
}
/** The token is that of another account, which is named. */
const OTHER = 'basic_id '

const failed = ({ status, words }: Heard): { step: TrialStep; error?: string } =>
  status === null || status >= 500 ? { step: 'silent' } : { step: 'refused', error: `${status} ${refusalIn(words)}` }

/** A signed event was heard: a test that waits for it has succeeded, and its secrets are proved. */
export async function proveByEvent(tx: Tx) {
  const waiting = await tx
    .updateTable('line_trials')
    .set({ step: 'heard' })
    .where('step', '=', 'named')
    .returning('id')
    .executeTakeFirst()
  if (!waiting) return
  await tx.updateTable('line_channel').set({ proved_at: sql<string>`now()` }).where('sealed', 'is not', null).execute()
}
