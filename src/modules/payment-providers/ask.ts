import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { askingAddress, type ProviderUrls } from './addresses.ts'
import { accountsOf } from './keys.ts'
import { hear } from './notices.ts'
import { type Environment, type Provider, protocols } from './provider.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'payment-providers.ask': object
  }
  interface JobTools {
    providerUrls?: ProviderUrls
  }
}

/** A provider refuses for half an hour whoever asks too fast. */
const AT_ONCE = 20

/** Asks the providers for payments of which no notice has come: after ten minutes, twenty, forty, and three hours; to a number after one day, two, four, and eight. */
export async function askForTrades(_nothing: object, tools: JobTools) {
  for (let asked = 0; asked < AT_ONCE; asked += 1) {
    const trade = await tools.database.transaction({}, (tx) => nextTrade(tx, {}))
    if (!trade || (await askFor(trade, tools)) === TOO_FAST) return
  }
}
const TOO_FAST = 403

type ToAsk = {
  id: number
  provider: Provider
  environment: Environment
  merchant_id: string
  trade_no: string
  amount: number
  at: string
}

// Taken with its time, so that another worker does not ask at the same moment, and a provider that does not answer is asked again later.
const nextTrade = oneRow(
  (_db, _given: object) => sql<ToAsk>`
  update provider_trades set asked_at = now() where id = (
      select id from provider_trades
       where status <> 'paid' and answers < 4 and created_at > now() - case method when 'card' then interval '3 days' else interval '10 days' end
         and created_at + (case method when 'card' then array[10, 20, 40, 180] else array[1440, 2880, 5760, 11520] end)[answers + 1]
           * interval '1 minute' <= now()
         and (asked_at is null or asked_at < now() - interval '9 minutes')
       order by created_at limit 1 for update skip locked)
  returning id, provider, environment, merchant_id, trade_no, amount, now() as at`,
)

const askFor = async (trade: ToAsk, { database, keys, outbound, providerUrls }: JobTools) => {
  const { id, provider, environment, merchant_id, at } = trade
  const protocol = protocols[provider]
  const account = (await accountsOf(database.db, keys, provider)).find(
    (each) => each.environment === environment,
  )?.account
  if (account?.merchant_id !== merchant_id) return undefined
  const { status, words } = await outbound.post(
    askingAddress(providerUrls, trade),
    { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Guidon' },
    `${new URLSearchParams(protocol.asking.form({ ...trade, at: new Date(at) }, account))}`,
  )
  const heard = status === 200 ? protocol.asking.answered(words, account) : undefined
  if (heard)
    await database.transaction({}, async (tx) => {
      if (heard.is_paid) await hear(tx, provider, { heard, environment, merchant_id })
      await tx.updateTable('provider_trades').set({ answers: sql<number>`answers + 1` }).where('id', '=', id).execute()
    })
  return status
}
