import { sql } from 'kysely'
import { AT_ONCE, deleteRows, type Retention, retention } from '../../../kit/retention/rules.ts'

export const oldDeliveries = retention({
  what: 'webhook messages',
  table: 'webhook_deliveries',
  from: sql`created_at`,
  since: 'they were written',
  after: '30 days',
  where: sql`status <> 'pending'`,
  why: 'They can be inspected and sent again that long. Pending ones stay.',
})

/** The most messages stored for each webhook. */
const MOST = 10_000

const tooMany = sql`
  with bounds as materialized (
    select w.id as webhook_id,
           (select id from webhook_deliveries where webhook_id = w.id order by id desc offset ${MOST} limit 1) as last
      from webhooks w
  )
  select d.ctid from bounds b join webhook_deliveries d on d.webhook_id = b.webhook_id and d.id <= b.last
   where d.status <> 'pending' limit ${AT_ONCE} for update of d skip locked`

export const surplusDeliveries: Retention = {
  what: 'webhook messages beyond the newest 10,000 of each webhook',
  table: 'webhook_deliveries',
  kept: 'until newer ones replace them',
  why: 'A busy webhook must not fill the disk. Pending ones stay.',
  rows: tooMany,
  deleteBatch: (tx) => deleteRows(tx, 'webhook_deliveries', tooMany),
}

export const replacedSecrets = retention({
  what: 'replaced webhook secrets',
  table: 'webhook_secrets',
  from: sql`expires_at`,
  since: 'they expire',
  why: 'They sign nothing afterwards.',
})
