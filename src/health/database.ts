import { sql } from 'kysely'
import { planning } from '../kit/db/connect.ts'
import type { Db } from '../kit/db/tables.ts'
import { type Finding, fail, ok, plain, warn } from './finding.ts'
import { replicationFinding } from './replication.ts'

/** Checks the settings of the database and its clock. */
export async function databaseFindings(db: Db): Promise<Finding[]> {
  return [
    ...(await safety(db)),
    await replicationFinding(db),
    await session(db),
    await search(db),
    await tuning(db),
    await clock(db),
  ]
}

type Is = Record<string, string>
/** The current values of these settings, by name. */
export async function setting(db: Db, ...names: string[]): Promise<Is> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any (${names})`.execute(db)
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

const safety = async (db: Db): Promise<Finding[]> => {
  const is = await setting(db, ...Object.keys(losses))
  const off = Object.entries(losses).filter(([name]) => is[name] === 'off')
  return off.length
    ? off.map(([name, finding]) => finding(name))
    : [ok('writes', ['寫入安全的設定都已開啟。', 'Safe: fsync, full pages, checksums.'])]
}

const off = ['已關閉。', 'It is off.'] as const
const ruin = (name: string) =>
  fail(name, off, [`斷電可能毀損資料；請設 ${name} = on。`, `A power cut may ruin the data; set ${name} = on.`])
const losses: Record<string, (name: string) => Finding> = {
  fsync: ruin,
  full_page_writes: ruin,
  synchronous_commit: (name) => warn(name, off, ['斷電會失去最後幾筆寫入。', 'A power cut loses the last writes.']),
  data_checksums: (name) =>
    warn(name, off, [
      '磁碟損壞不會被發現；停機時可執行 pg_checksums --enable。',
      'Nobody notices a failing disk; run pg_checksums --enable while the database is stopped.',
    ]),
}

// A connection pooler in front of PostgreSQL may drop the settings that we send with every connection.
const session = async (db: Db): Promise<Finding> => {
  const expected: Is = { ...planning, TimeZone: 'UTC' }
  const is = await setting(db, ...limits, ...Object.keys(expected))
  const odd = Object.entries(is).filter(([name, value]) =>
    limits.includes(name) ? value === '0' : value !== expected[name],
  )
  return odd.length
    ? warn('session', plain(odd.map(([name, value]) => `${name} = ${value}`).join(', ')), [
        '連線池未傳遞 options 參數；請改用 session 模式，或為資料庫帳號設定。',
        'A pooler drops our startup options. Use its session mode, or set them for the database user.',
      ])
    : ok('session', ['逾時、規劃器與時區皆如預期。', 'Timeouts, planner and time zone are as they should be.'])
}
const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

const search = async (db: Db): Promise<Finding> => {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from pg_extension where extname = 'pg_trgm') as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return ok('search', ['尚未安裝；由 migrate 建立。', 'Not there yet; migrate makes it.'])
  const found = await sql<{ trigrams: string[] }>`select show_trgm('東京') as trigrams`.execute(db)
  return found.rows[0]?.trigrams.length
    ? ok('search', ['可搜尋中文。', 'Chinese is found.'])
    : warn(
        'search',
        ['資料庫的 LC_CTYPE 無法搜尋中文。', 'With its LC_CTYPE the database finds no Chinese.'],
        [
          '請以 LC_CTYPE C.UTF-8（或 en_US.UTF-8）建立資料庫。',
          'Create the database with LC_CTYPE C.UTF-8 or en_US.UTF-8.',
        ],
      )
}

// A setting that a connection cannot change for itself. The server reports it in pages of 8 kB.
const tuning = async (db: Db): Promise<Finding> => {
  const { shared_buffers: pages } = await setting(db, 'shared_buffers')
  const says = plain(`shared_buffers = ${Math.round(Number(pages) / 128)}MB`)
  return Number(pages) < 192 * 128
    ? warn('tuning', says, [
        '請在 postgresql.conf 設定 shared_buffers = 192MB 以上。',
        'Set shared_buffers = 192MB or more in postgresql.conf.',
      ])
    : ok('tuning', says)
}

const clock = async (db: Db): Promise<Finding> => {
  const before = Date.now()
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`.execute(db)
  const off = Math.abs((rows[0]?.now ?? 0) - (before + Date.now()) / 2) / 1000
  const says = [`與資料庫相差 ${off.toFixed(1)} 秒。`, `${off.toFixed(1)} s apart from the database.`] as const
  const todo = ['請讓兩台機器與 NTP 同步。', 'Let both machines follow NTP.'] as const
  return off > 60 ? fail('clock', says, todo) : off > 2 ? warn('clock', says, todo) : ok('clock', says)
}
