import { tellWebhooks } from './actions.ts'
import './deliveries/jobs.ts'
import { webhookEvents } from './events.ts'

for (const [name, { follow }] of Object.entries(webhookEvents)) follow(name, tellWebhooks)
