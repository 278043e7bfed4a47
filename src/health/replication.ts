import { sql } from 'kysely'
import type { Db } from '../kit/db/tables.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

export type Replication = {
  isStandby: boolean
  isReadOnly: boolean
  /** How many standbys follow this server now. */
  standbys: number
  /** `synchronous_standby_names` */
  synchronous: string
}

/** Checks whether the server accepts writes, and whether acknowledged writes survive its loss (synchronous replication). */
export async function replicationFinding(db: Db): Promise<Finding> {
  const { rows } = await sql<Replication>`
    select pg_is_in_recovery() as "isStandby",
           current_setting('transaction_read_only')::boolean as "isReadOnly",
           (select count(*) from pg_stat_replication) as standbys,
           current_setting('synchronous_standby_names') as synchronous`.execute(db)
  return replicationFindingOf(rows[0] ?? { isStandby: false, isReadOnly: false, standbys: 0, synchronous: '' })
}

export function replicationFindingOf(replication: Replication): Finding {
  return readOnlyFinding(replication) ?? standbyFinding(replication)
}

const readOnlyFinding = ({ isStandby, isReadOnly }: Replication) => {
  if (isStandby)
    return fail(
      'replication',
      ['這是待命伺服器，不接受寫入。', 'This server is a standby and takes no writes.'],
      [
        '請將 DATABASE_URL 指向主伺服器，或列出所有主機。',
        'Name the primary in DATABASE_URL, or all hosts: the one that takes writes is found.',
      ],
    )
  if (isReadOnly)
    return fail(
      'replication',
      ['資料庫設為唯讀。', 'The database is set read-only.'],
      ['請取消 default_transaction_read_only。', 'Reset default_transaction_read_only.'],
    )
  return undefined
}

const standbyFinding = ({ standbys, synchronous }: Replication) => {
  if (standbys === 0)
    return ok('replication', ['接受寫入；沒有待命伺服器。', 'It takes writes; no standby follows it.'])
  if (synchronous === '')
    return warn(
      'replication',
      [`${standbys} 台待命伺服器，皆非同步。`, `${standbys} standbys follow it, none of them synchronously.`],
      [
        '主伺服器損毀時會失去最後幾筆已確認的寫入；請設 synchronous_standby_names。',
        'If it dies, the last acknowledged writes are lost. Set synchronous_standby_names.',
      ],
    )
  return ok('replication', [
    `接受寫入；${standbys} 台待命伺服器，同步：${synchronous}。`,
    `It takes writes; ${standbys} standbys follow it, synchronously: ${synchronous}.`,
  ])
}
