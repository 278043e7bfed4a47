import { writeMessages } from './actions.ts'
import { webhookEvents } from './events.ts'

/** The subscribers of all webhook events. */
export const webhookNotices = Object.entries(webhookEvents).map(([name, { notice }]) => notice(name, writeMessages))
