import { hash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** The fields of a sent party that the reference reads. */
export type Party = {
  planned_trip_id: number
  contact: { name: string; phone: string; email: string }
  travelers: { name: string; surname_en: string; given_name_en: string; birth_date: string }[]
  payment_method: string
  travel_purpose: string
  marketing_source: string
}

/**
 * Registers a party of adults with the same rows as the service, including those of its triggers: the trip is locked, its seats are
 * counted, and one statement writes everything. The link of the mail is written too, and the mail is queued for the next day.
 * Values that need a key are random bytes of the same length.
 */
export const register = async (pool: pg.Pool, party: Party, address: string): Promise<string> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'lock', text: lock, values: [party.planned_trip_id] })
    const token = randomBytes(32).toString('base64url')
    const { rows } = await client.query<{ body: string }>({
      name: 'register',
      text: write,
      values: valuesOf(party, token, address),
    })
    await client.query('commit')
    return rows[0]?.body ?? ''
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const valuesOf = ({ planned_trip_id, contact, travelers, ...party }: Party, token: string, address: string) => [
  planned_trip_id,
  contact.name,
  contact.phone,
  contact.email,
  party.payment_method,
  party.travel_purpose,
  party.marketing_source,
  JSON.stringify(travelers),
  token,
  hash('sha256', token, 'buffer'),
  randomBytes(32),
  [
    `trip registration from ${address}`,
    `mail to a stranger ${contact.email}`,
    `trip registration for ${planned_trip_id}`,
  ],
  randomBytes(32),
  travelers.map(() => randomBytes(60)),
  travelers.map(() => randomBytes(38)),
  travelers.map(() => randomBytes(32)),
]

const lock = 'select from planned_trips where id = $1 for no key update'

// $1 trip, $2-$4 contact, $5-$7 answers, $8 travelers, $9 token, $10 its hash, $11 hash of the mailed one, $12 throttles,
// $13 fingerprint of the party, $14 wrapped keys, $15 sealed birth dates, $16 their fingerprints.
const write = `
  with t as materialized (
    select t.*, (price ->> 'adult')::numeric as adult, jsonb_array_length($8::jsonb) as size,
           (select count(*) from bookings b join travelers v on v.booking_id = b.id and v.status = 'active'
             where b.planned_trip_id = t.id and b.status in ('held', 'confirmed', 'completed')) as taken,
           (now() at time zone 'Asia/Taipei')::date as today
      from planned_trips t
     where t.id = $1
       and not exists (select from bookings b where b.planned_trip_id = $1 and b.twin_mark = $13 and b.created_at > now() - interval '1 hour')
       and 2 > (select count(*) from bookings b where b.planned_trip_id = $1 and b.contact_proved_at is null
                  and b.status in ('held', 'waitlisted') and lower(b.contact_email) = lower($4))
  ), throttled as (
    insert into throttles (key, hits, expires_at) select key, 1, now() + interval '1 hour' from unnest($12::text[]) key
    on conflict (key) do update set hits = throttles.hits + 1
  ), number as (
    insert into booking_numbers (planned_trip_id, last)
    select $1, 1 + coalesce((select last from booking_numbers where planned_trip_id = $1),
                            (select max(substring(booking_number from '-(\\d{1,8})$')::integer) from bookings where planned_trip_id = $1), 0) from t
    on conflict (planned_trip_id) do update set last = excluded.last returning last
  ), b as (
    insert into bookings (booking_number, planned_trip_id, source, status, contact_name, contact_phone, contact_email, locale, sales_user_id, branch_id,
      payment_method, travel_purpose, marketing_source, privacy_consent_at, twin_mark, price, currency, total, deposit, deposit_due_on, balance_due_on,
      hold_expires_at)
    select t.serial || '-' || lpad(last::text, greatest(3, length(last::text)), '0'), t.id, 'public',
           case when taken + size <= capacity then 'held' else 'waitlisted' end, $2, $3, $4, 'zh-TW', t.sales_user_id, t.branch_id, $5, $6, $7, now(), $13,
           t.price, t.price ->> 'currency', adult * size, (t.price ->> 'deposit')::numeric * size,
           case when taken + size <= capacity then today + 3 end, case when taken + size <= capacity then departure_date - 30 end,
           case when taken + size <= capacity then now() + interval '30 minutes' end
      from t, number returning *
  ), guests as materialized (
    select g.*, gen_random_uuid() as person_key, ($14::bytea[])[n] as wrapped, row('•••', ($15::bytea[])[n])::personal as born, ($16::bytea[])[n] as mark
      from rows from (jsonb_to_recordset($8::jsonb) as (name text, surname_en text, given_name_en text)) with ordinality g (name, surname_en, given_name_en, n)
  ), keys as (
    insert into person_keys (id, wrapped) select person_key, wrapped from guests
  ), v as (
    insert into travelers (booking_id, name, surname_en, given_name_en, birth_date, birth_mark, person_key, passenger_type, is_minor)
    select b.id, g.name, g.surname_en, g.given_name_en, born, mark, person_key, 'adult', false from b, guests g order by n returning id, name
  ), l as (
    insert into booking_price_lines (booking_id, kind, description, description_en, quantity, unit_price, amount, currency, source)
    select b.id, 'adult', '大人', 'Adult', size, adult, adult * size, b.currency, 'default' from b, t
  ), linked as (
    insert into links (token_hash, kind, booking_id, is_mailed, expires_at)
    select token, 'booking', b.id, is_mailed, t.return_date + 2 from b, t, (values ($10::bytea, false), ($11::bytea, true)) made (token, is_mailed)
  ), told as (
    insert into notifications (user_id, event, subject_type, subject_id, params, sentence)
    select b.sales_user_id, 'booking.register', 'booking', b.id,
           jsonb_build_object('number', b.booking_number, 'serial', t.serial, 'trip', t.name, 'contact', $2, 'departure', t.departure_date,
             'return', t.return_date), 'booking.register/sales'
      from b, t
  ), mailed as (
    insert into jobs.job_common (name, data, start_after, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds,
      deletion_seconds, keep_until)
    select 'bookings.mail', jsonb_build_object('booking_id', id, 'step', 'register'), now() + interval '1 day', 12, 5, true, 14400, 300, 10, 604800,
           now() + interval '14 days' from b
  )
  select json_build_object('success', true, 'data', json_build_object(
           'booking_number', b.booking_number, 'status', b.status, 'hold_expires_at', b.hold_expires_at, 'currency', b.currency, 'total', b.total,
           'paid', 0, 'balance', b.total, 'deposit', b.deposit, 'deposit_due_on', b.deposit_due_on, 'balance_due_on', b.balance_due_on,
           'payment_method', $5, 'travel_purpose', $6, 'marketing_source', $7,
           'trip', json_build_object('serial', t.serial, 'name', t.name, 'departure_date', t.departure_date, 'return_date', t.return_date),
           'contact', json_build_object('name', $2, 'phone', $3, 'email', $4),
           'travelers', (select json_agg(json_build_object('id', v.id, 'name', v.name, 'passenger_type', 'adult') order by v.id) from v),
           'manage_link', json_build_object('token', $9::text, 'path', '/l/booking/' || $9, 'expires_at', t.return_date + 2)))::text as body
    from b, t`
