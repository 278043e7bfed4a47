import { enqueueDeliveries } from './actions.ts'
import { webhookEvents } from './events.ts'

/** Every event of the webhooks' table is told to them. */
export const webhookNotices = Object.entries(webhookEvents).map(([name, { notice }]) => notice(name, enqueueDeliveries))
