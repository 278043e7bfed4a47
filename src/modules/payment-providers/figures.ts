import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Db } from '../../kit/db/tables.ts'
import { watchFigures } from '../../kit/http/metrics/figures.ts'

type Figures = { forged: number; refused: number }

const told = {
  forged: [
    'guidon_payment_notices_forged',
    'Notices of the last day in the name of a provider of payments that it has not signed',
  ],
  refused: [
    'guidon_payment_notices_refused',
    'Signed notices of the last day that are of no payment of ours: another amount, merchant or number, or a simulation',
  ],
} as const

const noticeFigures = async (db: Db): Promise<Figures> => {
  const { rows } = await sql<Figures>`
    select count(*) filter (where not is_genuine)::integer as forged,
           count(*) filter (where outcome in ('other_amount', 'other_merchant', 'unknown', 'simulated'))::integer as refused
      from payment_notices where created_at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { forged: 0, refused: 0 }
}

/** Metrics: notices that somebody has made up, or that fit no payment. */
export function watchPaymentNotices(registry: Registry, db: Db) {
  return watchFigures(registry, told, async () => [{ figures: await noticeFigures(db) }])
}
