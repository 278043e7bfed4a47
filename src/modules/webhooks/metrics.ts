import type { Registry } from 'prom-client'
import type { Db } from '../../kit/db/tables.ts'
import { watchFigures } from '../../kit/http/metrics/figures.ts'
import { webhookFigures } from './figures.ts'

const told = {
  pending: ['guidon_webhook_pending', 'Messages to webhooks that are still to be delivered'],
  oldest: ['guidon_webhook_oldest_seconds', 'For how long the oldest of them has waited'],
  failed: ['guidon_webhook_failed', 'Messages of the last day that were given up'],
  disabled: ['guidon_webhooks_disabled', 'Webhooks disabled after repeated failures'],
} as const

export function watchWebhooks(registry: Registry, db: Db) {
  return watchFigures(registry, told, async () => [{ figures: await webhookFigures(db) }])
}
