/** Rows with a limited lifetime, according to docs/OPERATIONS.md: written independently of the rules of the service. */
export type Ending = {
  from: string
  /** Identifies the row. */
  key: string
  /** True if the row must have been deleted by the moment `:now`. */
  isOver: string
  /** Adds one row for each age in $1, in hours. */
  plant?: string
}

const at = `now() - make_interval(hours => age)`
const ages = `unnest($1::integer[]) with ordinality as each (age, n)`
const hash = `sha256(gen_random_uuid()::text::bytea)`
const deliveries = `(select *, row_number() over (partition by webhook_id order by id desc) as nth from webhook_deliveries) d`
const isOverDelivery = `status <> 'pending' and (nth > 10000 or d.created_at < :now - interval '30 days')`
const anybody = `(select min(id) from users)`

export const endings: Record<string, Ending> = {
  idempotency_keys: {
    from: 'idempotency_keys',
    key: `caller_id || ' ' || key`,
    isOver: `created_at < :now - interval '72 hours'`,
    plant: `insert into idempotency_keys (caller_id, key, fingerprint, answer, created_at) select n, 's4', ${hash}, '', ${at} from ${ages}`,
  },
  throttles: {
    from: 'throttles',
    key: 'key',
    isOver: `expires_at < :now`,
    plant: `insert into throttles select 's4 ' || n, 1, ${at} + interval '30 days' from ${ages}`,
  },
  tokens: {
    from: 'tokens',
    key: 'id',
    isOver: `least(expires_at, last_used_at + idle_for) < :now - interval '30 days'`,
    plant: `insert into tokens (user_id, kind, name, token_hash, last_used_at, expires_at, idle_for)
      select ${anybody}, case when n % 2 = 0 then 'session' else 'personal' end, 's4', ${hash}, ${at}, ${at} + interval '40 days',
             case when n % 2 = 0 then interval '3 days' end from ${ages}`,
  },
  contact_changes: {
    from: 'contact_changes',
    key: 'id',
    isOver: `expires_at < :now - interval '7 days'`,
    plant: `insert into contact_changes (booking_id, email, is_undo, expires_at)
      select (select min(id) from bookings), 's4-' || n || '@example.com', n % 2 = 0, ${at} + interval '7 days' from ${ages}`,
  },
  links: {
    from: 'links',
    key: 'token_hash',
    isOver: `expires_at < :now - interval '90 days'`,
    plant: `insert into links (kind, token_hash, user_id, booking_id, communication_id, expires_at)
      select case n % 3 when 0 then 'invitation' when 1 then 'booking' else 'offer' end, ${hash},
             case n % 3 when 0 then ${anybody} end, case n % 3 when 1 then (select min(id) from bookings) end,
             case n % 3 when 2 then (select min(id) from addon_communications) end, ${at} + interval '7 days' from ${ages}`,
  },
  registration_drafts: {
    from: 'registration_drafts',
    key: 'id',
    isOver: `expires_at < :now`,
    plant: `insert into registration_drafts (token_hash, planned_trip_id, sealed, expires_at)
      select ${hash}, (select min(id) from planned_trips), '', ${at} + interval '30 days' from ${ages}`,
  },
  sign_in_challenges: {
    from: 'sign_in_challenges',
    key: 'token_hash',
    isOver: `expires_at < :now`,
    plant: `insert into sign_in_challenges (token_hash, user_id, expires_at) select ${hash}, ${anybody}, ${at} + interval '30 days' from ${ages}`,
  },
  webhook_deliveries: {
    from: deliveries,
    key: 'id',
    isOver: isOverDelivery,
    plant: `with webhook as (
        insert into webhooks (name, url, is_active)
        select 's4 ' || n, 'https://crm.example/', false from generate_series(1, 2) n returning id, name)
      insert into webhook_deliveries (webhook_id, event, data, status, next_try_at, created_at)
      select id, 's4', '{}'::jsonb, case when n % 9 = 0 then 'pending' else 'failed' end, case when n % 9 = 0 then 'infinity'::timestamptz end, ${at}
        from webhook, ${ages} where name = 's4 1'
      union all select id, 's4', '{}', 'failed', null, now() from webhook, generate_series(1, 10050) where name = 's4 2'`,
  },
  webhook_attempts: {
    from: `webhook_attempts a join ${deliveries} on d.id = a.delivery_id`,
    key: 'a.id',
    isOver: `d.${isOverDelivery}`,
    plant: `insert into webhook_attempts (delivery_id, ms)
      select id, 1 from webhook_deliveries where id % 3 = 0 and created_at < now() and $1::integer[] is not null`,
  },
  provider_trades: {
    from: 'provider_trades',
    key: 'id',
    isOver: `status <> 'paid' and expires_at < :now - interval '90 days'`,
    plant: `insert into provider_trades (trade_no, provider, environment, merchant_id, amount, status, provider_no, expires_at)
      select 's4 ' || n, 'ecpay', 'test', '1', 100, case n % 3 when 0 then 'paid' when 1 then 'failed' else 'started' end, 'n' || n, ${at} from ${ages}`,
  },
  payment_notices: {
    from: 'payment_notices',
    key: 'id',
    isOver: `not is_genuine and created_at < :now - interval '90 days'`,
    plant: `insert into payment_notices (provider, is_genuine, outcome, body, created_at)
      select 'ecpay', n % 3 = 0, 's4', '{}', ${at} from ${ages}`,
  },
  webhook_secrets: {
    from: 'webhook_secrets',
    key: 'id',
    isOver: `expires_at < :now`,
    plant: `insert into webhook_secrets (webhook_id, sealed, expires_at)
      select (select max(id) from webhooks), '', case when n % 5 > 0 then ${at} + interval '1 day' end from ${ages}`,
  },
  notifications: {
    from: 'notifications',
    key: 'id',
    isOver: `created_at < :now - interval '1 year'`,
    plant: `insert into notifications (user_id, event, subject_type, subject_id, created_at)
      select ${anybody}, 's4', 'booking', (select min(id) from bookings), ${at} from ${ages}`,
  },
  deliveries: {
    from: 'deliveries',
    key: 'id',
    isOver: `created_at < :now - interval '1 year'`,
    plant: `insert into deliveries (user_id, is_proved, state, sentence, params, subject_type, subject_id, created_at)
      select ${anybody}, true, 'sent', 's4', '{}', 'booking', (select min(id) from bookings), ${at} from ${ages}`,
  },
  files: {
    from: 'files',
    key: 'id',
    isOver: `deleted_at < :now - interval '5 years'`,
    plant: `insert into files (place, name, media_type, size, sha256, created_at, deleted_at)
      select gen_random_uuid(), 's4', 'image/png', 1, ${hash}, ${at}, case when n % 4 > 0 then ${at} end from ${ages}`,
  },
  file_reads: {
    from: 'file_reads',
    key: 'id',
    isOver: `created_at < :now - interval '5 years'`,
    plant: `insert into file_reads (file_id, created_at)
      select id, created_at - interval '1 hour' from files where name = 's4' and id % 2 = 0 and $1::integer[] is not null`,
  },
  import_reads: {
    from: 'import_reads',
    key: 'id',
    isOver: `created_at < :now - interval '5 years'`,
    plant: `with one as (insert into imports (file_name) values ('s4.csv') returning id)
      insert into import_reads (import_id, actor_id, rows, created_at) select one.id, ${anybody}, 1, ${at} from one, ${ages}`,
  },
  import_forms: {
    from: 'import_forms',
    key: 'id',
    isOver: `used_at < :now - interval '2 years'`,
    plant: `insert into import_forms (form, sheet, columns, words, used_at) select 's4 ' || n, 's4', '{}', '{}', ${at} from ${ages}`,
  },
  personal_data_reads: {
    from: 'personal_data_reads',
    key: 'id',
    isOver: `created_at < :now - interval '5 years'`,
    plant: `insert into personal_data_reads (person_key, actor_id, table_name, record_id, fields, reason, created_at)
      select (select id from person_keys limit 1), ${anybody}, 'travelers', 1, '{}', 's4', ${at} from ${ages}`,
  },
  'pictures of papers': {
    from: `traveler_documents d join travelers v on v.id = d.traveler_id join bookings b on b.id = v.booking_id
      join planned_trips t on t.id = b.planned_trip_id`,
    key: `d.id || ' ' || d.file_id`,
    isOver: `t.return_date < today() - 30`,
    plant: `with kept as (
        insert into files (place, name, media_type, size, sha256)
        select gen_random_uuid(), 's4 ' || id, 'image/png', 1, ${hash} from travelers where $1::integer[] is not null returning id, name)
      insert into traveler_documents (traveler_id, kind, status, file_id)
      select split_part(name, ' ', 2)::integer, 'passport', 'received', id from kept`,
  },
  payment_reports: {
    from: 'payment_reports',
    // The report stays without its picture.
    key: `id || ' ' || file_id`,
    isOver: `created_at < :now - interval '180 days'`,
    plant: `with kept as (
        insert into files (place, name, media_type, size, sha256)
        select gen_random_uuid(), 's4 report ' || n, 'image/png', 1, ${hash} from ${ages} returning id, name)
      insert into payment_reports (booking_id, paid_on, amount, currency, last_five, file_id, answer_by, created_at)
      select (select min(id) from bookings), today(), 1, 'TWD', '12345', kept.id, today(), ${at}
        from ${ages} join kept on kept.name = 's4 report ' || n`,
  },
  addon_reminders: {
    from: 'addon_reminders',
    // An open deadline may be reported again right after the deletion; that is another row.
    key: `communication_id || ' ' || kind || ' ' || created_at`,
    isOver: `created_at < :now - interval '1 year'`,
    plant: `insert into addon_reminders (communication_id, kind, created_at)
      select c.id, 'soon', ${at} from ${ages} join (select id, row_number() over (order by id) as n from addon_communications) c using (n)
      on conflict do nothing`,
  },
  leader_paper_notices: {
    from: 'leader_paper_notices',
    key: `tour_leader_id || ' ' || paper`,
    isOver: `created_at < :now - interval '1 year'`,
    plant: `insert into leader_paper_notices (tour_leader_id, paper, expires_on, created_at)
      select (select min(id) from tour_leaders), 's4 ' || n, today(), ${at} from ${ages}`,
  },
  traveler_check_notices: {
    from: 'traveler_check_notices',
    key: `traveler_id || ' ' || "check"`,
    isOver: `created_at < :now - interval '1 year'`,
    // Only for past trips: for other trips, the job `travelers.look-ahead` removes reports that no longer apply.
    plant: `insert into traveler_check_notices (traveler_id, "check", created_at)
      select (select min(v.id) from travelers v join bookings b on b.id = v.booking_id join planned_trips t on t.id = b.planned_trip_id
               where t.departure_date < today()), 's4 ' || n, ${at} from ${ages}`,
  },
  'seminar guests': {
    from: 'session_attendances a join seminar_sessions s on s.id = a.session_id',
    key: `a.id || ' ' || a.guest_name || coalesce(' ' || a.guest_phone, '') || coalesce(' ' || a.guest_email, '')`,
    isOver: `s.starts_at < :now - interval '1 year' and a.guest_name <> '•••'`,
    plant: `insert into session_attendances (session_id, guest_name, guest_phone)
      select s.id, 's4 ' || n, n from seminar_sessions s cross join ${ages} where n <= 20`,
  },
  enquiries: {
    from: 'enquiries',
    key: `id || ' ' || name || coalesce(' ' || phone, '') || coalesce(' ' || wish, '')`,
    isOver: `ended_at < :now - interval '2 years' and name <> '•••'`,
    plant: `insert into enquiries (name, phone, source, status, lost_reason, ended_at)
      select 's4 ' || n, '0912', 'phone', 'lost', 'other', ${at} from ${ages}`,
  },
  enquiry_notes: {
    from: 'enquiry_notes n join enquiries e on e.id = n.enquiry_id',
    key: 'n.id',
    isOver: `e.ended_at < :now - interval '2 years'`,
    plant: `insert into enquiry_notes (enquiry_id, words)
      select e.id, 's4 ' || e.id from enquiries e where e.name like 's4 %' and $1::integer[] is not null`,
  },
  roll_calls: {
    from: 'roll_calls',
    key: 'id',
    isOver: `at < :now - interval '365 days'`,
    plant: `insert into roll_calls (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, name, at, entry_hash)
      select (select min(id) from planned_trips), gen_random_uuid(), ${at}, ${anybody}, false, 's4 ' || n, ${at}, 's4' from ${ages}`,
  },
  incidents: {
    from: 'incidents',
    key: 'id',
    isOver: `closed_at < :now - interval '5 years'`,
    plant: `insert into incidents (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, kind, severity, happened_at, what, result, closed_by, closed_at, entry_hash)
      select (select min(id) from planned_trips), gen_random_uuid(), ${at}, ${anybody}, false, 'delay', 'low', ${at}, 's4 ' || n, 's4', ${anybody}, ${at}, 's4' from ${ages}`,
  },
  incident_updates: {
    from: 'incident_updates n join incidents i on i.id = n.incident_id',
    key: 'n.id',
    isOver: `i.closed_at < :now - interval '5 years'`,
    plant: `insert into incident_updates (incident_id, text, written_by)
      select i.id, 's4 ' || i.id, ${anybody} from incidents i where i.what like 's4 %' and $1::integer[] is not null`,
  },
  line_link_codes: {
    from: 'line_link_codes',
    key: 'code_hash',
    isOver: `expires_at < :now - interval '30 days'`,
    plant: `insert into line_link_codes (code_hash, person_record_id, expires_at)
      select ${hash}, (select min(id) from person_records), ${at} + interval '15 minutes' from ${ages}`,
  },
  line_events: {
    from: 'line_events',
    key: 'id',
    isOver: `created_at < :now - interval '30 days'`,
    plant: `insert into line_events (webhook_event_id, happened_at, created_at) select 's4 ' || n, ${at}, ${at} from ${ages}`,
  },
  line_messages: {
    from: 'line_messages',
    key: 'id',
    isOver: `created_at < :now - interval '1 year'`,
    plant: `with friend as (insert into line_friends (line_user_id) values ('Us4') returning id)
      insert into line_messages (line_friend_id, direction, kind, text, state, created_at)
      select friend.id, 'in', 'text', 's4 ' || n, 'received', ${at} from friend cross join ${ages}`,
  },
  retention_runs: {
    from: 'retention_runs',
    key: 'id',
    isOver: `began_at < :now - interval '90 days'`,
    plant: `insert into retention_runs (began_at, ended_at) select ${at}, ${at} from ${ages}`,
  },
  'finished jobs': {
    from: 'jobs.job',
    key: 'id',
    isOver: `completed_on < :now - interval '7 days'`,
  },
}
