import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Db } from '../../kit/db/tables.ts'
import { watchFigures } from '../../kit/http/metrics/figures.ts'

type Figures = { pending: number; oldest: number; failed: number; disabled: number }

/** Metrics: waiting messages and their age, messages given up within a day, disabled webhooks. */
export async function webhookFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select (select count(*) from webhook_deliveries where status = 'pending') as pending,
           (select coalesce(extract(epoch from now() - min(created_at)), 0)::integer
              from webhook_deliveries where status = 'pending') as oldest,
           (select count(*) from webhook_deliveries
             where status = 'failed' and event <> 'webhook.test' and created_at > now() - interval '1 day') as failed,
           (select count(*) from webhooks where disabled_reason is not null) as disabled`.execute(db)
  return rows[0] ?? { pending: 0, oldest: 0, failed: 0, disabled: 0 }
}

const told = {
  pending: ['guidon_webhook_pending', 'Messages to webhooks that are still to be delivered'],
  oldest: ['guidon_webhook_oldest_seconds', 'For how long the oldest of them has waited'],
  failed: ['guidon_webhook_failed', 'Messages of the last day that were given up'],
  disabled: ['guidon_webhooks_disabled', 'Webhooks disabled after repeated failures'],
} as const

export function watchWebhooks(registry: Registry, db: Db) {
  return watchFigures(registry, told, async () => [{ figures: await webhookFigures(db) }])
}
