import type { Webhook, WebhookDelivery } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { webhookStatusWords } from 'guidon-sdk/words'
import { useSay, type Words } from '../../kit/words.ts'

const reasons: Record<NonNullable<Webhook['disabled_reason']>, Words> = {
  gone: ['已停用：對方表示不再接收', 'Disabled: the receiver no longer accepts messages'],
  failing: ['已停用：持續送不到', 'Disabled: deliveries kept failing'],
}

export const WebhookBadge = ({ webhook: { is_active, disabled_reason } }: { webhook: Webhook }) => {
  const say = useSay()
  if (is_active) return <span className="badge turn-done">{say(...label.is_active)}</span>
  const words = disabled_reason ? reasons[disabled_reason] : (['已停用', 'Disabled'] as const)
  return <span className="badge turn-over">{say(...words)}</span>
}

const hues: Record<WebhookDelivery['status'], string> = {
  pending: 'turn-department',
  delivered: 'turn-done',
  failed: 'turn-over',
}

export const DeliveryBadge = ({ status }: Pick<WebhookDelivery, 'status'>) => {
  const say = useSay()
  return <span className={`badge ${hues[status]}`}>{say(...webhookStatusWords[status])}</span>
}
