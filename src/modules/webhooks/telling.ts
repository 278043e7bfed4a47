import { tellWebhooks } from './actions.ts'
import './deliver-jobs.ts'
import { webhookEvents } from './events.ts'

for (const [name, { follow }] of Object.entries(webhookEvents)) follow(name, tellWebhooks)
