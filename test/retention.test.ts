import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { DAYS_KEPT } from '../src/kit/jobs/queues.ts'
import { jobs, retentionRules } from '../src/wiring.ts'
import { house } from './house.ts'
import { realTables } from './tables.ts'

const { db, fill, ids } = await house()

/** Tables with such a column whose rows are kept. */
const stay = {
  bookings: 'the end of a hold is a step of the booking, which stays',
  cancelled_bookings: 'how a booking stood before it was cancelled stays with it',
  payment_reminders: 'they are rules of the agency',
  person_keys: 'that a person was erased stays known',
  persons: 'that a person was erased stays known',
  traveler_documents: 'that there was a paper stays known; its picture goes',
  webhooks: 'one that was switched off can be switched on again',
}

test('every table whose rows expire has a retention rule, or a reason to stay', async () => {
  const tables = await realTables(db)
  const ending = [...tables].filter(
    ([table, columns]) =>
      /_(notices|reminders)$/.test(table) ||
      [...columns.keys()].some((name) =>
        /(expires|used|deleted|disabled|erased|purged|revoked)_at$|^guest_name$/.test(name),
      ),
  )
  const ruled: string[] = retentionRules.map(({ table }) => table)
  const known = [...ruled, ...Object.keys(stay)]
  assert.deepEqual(
    ending.map(([table]) => table).filter((table) => !known.includes(table)),
    [],
  )
  assert.deepEqual(new Set(retentionRules.map(({ what }) => what)).size, retentionRules.length)
  assert.equal(jobs.get('retention')?.cron, '41 * * * *')
})

test('OPERATIONS lists every rule with its term and its reason', () => {
  const page = readFileSync(new URL('../docs/OPERATIONS.md', import.meta.url), 'utf8')
  const rows = retentionRules.map(({ what, kept, why }) => `| ${what} | ${kept} | ${why} |`)
  assert.deepEqual(
    rows.filter((row) => !page.includes(`\n${row}\n`)),
    [],
  )
  assert.ok(page.includes(`${DAYS_KEPT.done} days after it is finished`), 'the job list')
})

before(() =>
  fill(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    const age = sql`now() - i * interval '1 second'`
    const end = sql`now() + i * interval '1 second'`
    const hash = sql`sha256(i::text::bytea)`
    const of = sql`generate_series(1, 5000) i`
    await sql`insert into throttles select 'n ' || i, 1, ${end} from ${of}`.execute(db)
    await sql`insert into idempotency_keys select i, 'k', ${hash}, null, ${age} from ${of}`.execute(db)
    await sql`insert into tokens (user_id, kind, name, token_hash, last_used_at, expires_at, idle_for)
      select ${ids.op}, 'session', 'n', ${hash}, ${age}, ${end}, '3 days' from ${of}`.execute(db)
    await sql`insert into links (kind, token_hash, user_id, expires_at)
      select 'invitation', ${hash}, ${ids.op}, ${end} from ${of}`.execute(db)
    await sql`insert into contact_changes (booking_id, email, is_undo, token_hash, expires_at)
      select 1, 'n', false, ${hash}, ${end} from ${of}`.execute(db)
    await sql`insert into registration_drafts (token_hash, planned_trip_id, sealed, expires_at)
      select ${hash}, 1, '', ${end} from ${of}`.execute(db)
    await sql`insert into sign_in_challenges (token_hash, user_id, expires_at)
      select ${hash}, ${ids.op}, ${end} from ${of}`.execute(db)
    await sql`insert into notifications (user_id, event, subject_type, subject_id, created_at)
      select ${ids.op}, 'n', 'n', 1, ${age} from ${of}`.execute(db)
    await sql`insert into deliveries (user_id, is_proved, state, sentence, params, subject_type, subject_id, created_at)
      select ${ids.op}, true, 'sent', 'n', '{}', 'n', 1, ${age} from ${of}`.execute(db)
    await sql`insert into booking_letters (booking_id, mail_id, sentence, created_at)
      select 1, i, 'n', ${age} from ${of}`.execute(db)
    await sql`insert into webhooks (name, url) values ('n', 'https://crm.example/')`.execute(db)
    await sql`insert into webhook_secrets (webhook_id, sealed, expires_at) select 1, '', ${end} from ${of}`.execute(db)
    await sql`insert into webhook_deliveries (webhook_id, event, data, status, next_try_at, created_at)
      select 1 + i / 9000, 'n', '{}', 'failed', null, ${age} from ${of}`.execute(db)
    await sql`insert into provider_trades (trade_no, provider, environment, merchant_id, amount, expires_at)
      select i, 'ecpay', 'test', '1', 100, ${end} from ${of}`.execute(db)
    await sql`insert into payment_notices (provider, is_genuine, outcome, body, created_at)
      select 'ecpay', false, 'forged', '{}', ${age} from ${of}`.execute(db)
    await sql`insert into files (place, name, media_type, size, sha256, deleted_at)
      select gen_random_uuid(), 'n', 'n', 1, ${hash}, ${age} from ${of}`.execute(db)
    await sql`insert into file_reads (file_id, created_at) select 1, ${age} from ${of}`.execute(db)
    await sql`insert into import_reads (import_id, actor_id, rows, created_at) select 1, 1, 1, ${age} from ${of}`.execute(
      db,
    )
    await sql`insert into import_forms (form, sheet, columns, words, used_at)
      select i, 'n', '{}', '{}', ${age} from ${of}`.execute(db)
    await sql`insert into personal_data_reads (person_key, actor_id, table_name, record_id, fields, reason, created_at)
      select gen_random_uuid(), 1, 'n', 1, '{}', 'n', ${age} from ${of}`.execute(db)
    await sql`insert into list_exports (list, filter, columns, row_count, request_id, created_at)
      select 'n', '{}', '{}', 1, 'n', ${age} from ${of}`.execute(db)
    await sql`insert into addon_reminders select i, 'soon', ${age} from ${of}`.execute(db)
    await sql`insert into payment_reminders_sent (booking_id, day, purpose, due_on, amount, currency, created_at)
      select i, today(), 'deposit', today(), 1, 'TWD', ${age} from ${of}`.execute(db)
    await sql`insert into payment_silences (booking_id, until, reason) select i, today() - i, 'n' from ${of}`.execute(
      db,
    )
    await sql`insert into leader_paper_notices select i, 'n', today(), ${age} from ${of}`.execute(db)
    await sql`insert into traveler_check_notices select i, 'n', ${age} from ${of}`.execute(db)
    await sql`insert into seminar_sessions (id, seminar_id, starts_at, ends_at, timezone) overriding system value
      select i, i, ${age}, now(), 'Asia/Taipei' from ${of}`.execute(db)
    await sql`insert into session_attendances (session_id, guest_name, guest_phone)
      select i, case when i % 100 = 0 then '甲' else '•••' end, i from ${of}`.execute(db)
    await sql`insert into enquiries (name, phone, source, status, lost_reason, ended_at)
      select case when i % 100 = 0 then '甲' else '•••' end, i, 'phone', 'lost', 'other', ${age} from ${of}`.execute(db)
    await sql`insert into roll_calls (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, name, at, entry_hash)
      select 1, gen_random_uuid(), ${age}, ${ids.op}, false, 'n', ${age}, i::text from ${of}`.execute(db)
    await sql`insert into incidents (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, kind, severity, happened_at, what, result, closed_by, closed_at, entry_hash)
      select 1, gen_random_uuid(), ${age}, ${ids.op}, false, 'delay', 'low', ${age}, 'n', 'n', ${ids.op}, ${age}, i::text from ${of}`.execute(
      db,
    )
    await sql`insert into line_events (webhook_event_id, happened_at, created_at) select i, ${age}, ${age} from ${of}`.execute(
      db,
    )
    await sql`insert into line_friends (line_user_id) values ('U1')`.execute(db)
    await sql`insert into line_messages (line_friend_id, direction, kind, text, state, created_at)
      select 1, 'in', 'text', 'n', 'received', ${age} from ${of}`.execute(db)
    await sql`insert into line_link_codes (code_hash, person_record_id, expires_at)
      select sha256(i::text::bytea), (select min(id) from person_records), ${age} from ${of}`.execute(db)
    await sql`insert into retention_runs (began_at) select ${age} from ${of}`.execute(db)
    await sql`vacuum analyze`.execute(db)
  }),
)

for (const { what, table, rows } of retentionRules)
  if (rows)
    test(`among 5,000 rows of ${table} an index finds ${what}`, async () => {
      const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`explain ${rows}`.execute(db)
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
      assert.match(plan, /Index/, plan)
      assert.doesNotMatch(plan, new RegExp(`Seq Scan on ${table}\\b`), plan)
    })
