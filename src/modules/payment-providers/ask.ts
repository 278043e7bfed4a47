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

/**
 * Asks the providers for payments of which no notice has come: after ten minutes, twenty, forty, and three hours; to a number after one day,
 * two, four, and eight. A number of which no notice has come is asked for first, as soon as a payment by card is.
 */
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
  lacks_number: boolean
}

const MINUTES = [10, 20, 40, 180]
const MINUTES_OF_NUMBER = [1_440, 2_880, 5_760, 11_520]

// Taken with its time, so that another worker does not ask at the same moment, and a provider that does not answer is asked again later.
const nextTrade = oneRow(
  (_db, _given: object) => sql<ToAsk>`
  update provider_trades set asked_at = now() where id = (
      select id from provider_trades
       where status <> 'paid' and created_at > now() - case method when 'card' then interval '3 days' else interval '10 days' end
         and created_at + (${whenAsked})[answers + 1] * interval '1 minute' <= now()
         and (asked_at is null or asked_at < now() - interval '9 minutes')
       order by created_at limit 1 for update skip locked)
  returning id, provider, environment, merchant_id, trade_no, amount, now() as at,
            method <> 'card' and number is null and answers < ${sql.lit(MINUTES.length)}::integer as lacks_number`,
)
const minutes = (of: number[]) => sql.lit(`{${of.join()}}`)
// Whoever has got no number may have seen it at the provider all the same, so that the payment is asked for too.
const whenAsked = sql`case when method = 'card' then ${minutes(MINUTES)} when number is null then ${minutes([...MINUTES, ...MINUTES_OF_NUMBER])}
  else ${minutes(MINUTES_OF_NUMBER)} end::integer[]`

const askFor = async (trade: ToAsk, { database, keys, outbound, providerUrls }: JobTools) => {
  const { id, provider, environment, merchant_id, at } = trade
  const asking = protocols[provider][trade.lacks_number ? 'askingNumber' : 'asking']
  const account = (await accountsOf(database.db, keys, provider)).find(
    (each) => each.environment === environment,
  )?.account
  if (account?.merchant_id !== merchant_id) return undefined
  const { status, words } = await outbound.post(
    askingAddress(providerUrls, trade, asking),
    { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Guidon' },
    `${new URLSearchParams(asking.form({ ...trade, at: new Date(at) }, account))}`,
  )
  const heard = status === 200 ? asking.answered(words, account) : undefined
  if (heard)
    await database.transaction({}, async (tx) => {
      await tx.updateTable('provider_trades').set({ answers: sql<number>`answers + 1` }).where('id', '=', id).execute()
      if (heard.is_paid || heard.given) await hear(tx, provider, { heard, environment, merchant_id })
    })
  return status
}
