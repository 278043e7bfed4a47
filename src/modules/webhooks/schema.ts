import type { ColumnType, Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  defaulted,
  flag,
  labelled,
  line,
  list,
  moment,
  nullable,
  oneOf,
  ref,
  shown,
  text,
  url,
  whole,
} from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { webhookTypes } from './events.ts'

const disabledReasons = ['gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]
const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export const Webhook = Type.Object({
  name: line(100, '會計系統'),
  url: url(),
  events: labelled(defaulted(list(oneOf(webhookTypes))), ['事件', 'Events']),
  is_active: defaulted(flag()),
  notes: nullable(text(2000)),
})
export type Webhook = Static<typeof Webhook>
export const WebhookChange = Type.Partial(Webhook)
export type WebhookChange = Static<typeof WebhookChange>

/** Set by the service: the reason and the time when the webhook was disabled. */
const Disabled = Type.Object({
  disabled_reason: nullable(oneOf(disabledReasons)),
  disabled_at: nullable(moment()),
})
export const Delivery = Type.Object({
  id: ref(),
  webhook_id: ref(),
  event: line(60, 'addon_request.created'),
  status: defaulted(oneOf(deliveryStatuses)),
  tries: defaulted(whole()),
  next_try_at: nullable(moment()),
  delivered_at: nullable(moment()),
  created_at: defaulted(moment()),
})
const Attempt = Type.Object({
  status: nullable(whole(100, 999)),
  fault: nullable(line(20, 'not_connected')),
  answer: defaulted(Type.String({ maxLength: 500 })),
  ms: whole(),
  created_at: defaulted(moment()),
})

const secret = Type.String({ examples: ['whsec_Zm9yIGV4YW1wbGUgb25seSwgbmV2ZXIgdXNlIHRoaXM='] })
export const Secret = Type.Object({ secret })
export const Rotation = Type.Object({
  overlap_hours: labelled(Type.Optional(whole(0, 168)), ['重疊時數', 'Hours of overlap']),
})
export const Since = Type.Object({ since: labelled(moment(), ['起始日', 'Since']) })

const Validity = shown(Type.Object({ created_at: moment(), expires_at: nullable(moment()) }))
export const KnownWebhook = Type.Object({ ...Webhook.properties, ...Disabled.properties })
export const ShownWebhook = RecordOf(KnownWebhook, { secrets: Type.Array(Validity) })
export const NewWebhook = Type.Object({ ...ShownWebhook.properties, secret })
export const ShownDelivery = Type.Object({
  ...shown(Delivery).properties,
  message_id: Type.String({ examples: ['msg_5f0c7c86f2a34c6fb0c0a1d2e3f40516'] }),
  data: Type.Unsafe<object>({ type: 'object', examples: [{ id: 1 }] }),
})
export const DeliveryWithLog = Type.Object({ ...ShownDelivery.properties, log: Type.Array(shown(Attempt)) })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    webhooks: Table<typeof KnownWebhook>
    webhook_secrets: Stamps & { webhook_id: number; sealed: Buffer; expires_at: string | null }
    webhook_deliveries: {
      id: Generated<number>
      webhook_id: number
      message_id: Generated<string>
      event: string
      data: ColumnType<object, string, never>
      status: Generated<(typeof deliveryStatuses)[number]>
      tries: Generated<number>
      tried_since: Generated<string>
      next_try_at: Generated<string | null>
      delivered_at: string | null
      created_at: Generated<string>
    }
    webhook_attempts: {
      id: Generated<number>
      delivery_id: number
      status: number | null
      fault: string | null
      answer: Generated<string>
      ms: number
      created_at: Generated<string>
    }
  }
}
