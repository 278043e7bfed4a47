import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { JobTools } from '../../../kit/jobs/jobs.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'webhooks.purge': object
  }
}

/** The delivery log has bounds: thirty days, and so many messages to each webhook. What is still under way stays. */
const DAYS = 30
const MOST = 10_000
const BATCH = 5_000

export const purgeDeliveries = async (_nothing: object, { database }: Pick<JobTools, 'database'>) => {
  await database.transaction({}, forgetSecrets)
  while ((await database.transaction({}, forgetDeliveries)) === BATCH);
}

const forgetSecrets = (tx: Tx) => sql`delete from webhook_secrets where expires_at < now()`.execute(tx)

const forgetDeliveries = async (tx: Tx) => {
  const { rows } = await sql`
    with bounds as materialized (
      select w.id as webhook_id,
             (select id from webhook_deliveries where webhook_id = w.id order by id desc offset ${MOST} limit 1) as last
        from webhooks w
    )
    delete from webhook_deliveries where id in (
      select d.id from webhook_deliveries d join bounds b using (webhook_id)
       where d.status <> 'pending' and (d.created_at < now() - make_interval(days => ${DAYS}) or d.id <= b.last)
       limit ${BATCH})
    returning id`.execute(tx)
  return rows.length
}
