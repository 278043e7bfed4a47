import { type Connection, withClient } from './cluster.ts'

// Tables with foreign keys come before the tables they refer to.
const marked = [
  'notifications',
  'deliveries',
  'audit',
  'addon_communications',
  'booking_price_lines',
  'person_records',
  'persons',
  'travelers',
  'bookings',
  'tokens',
]

/** Deletes the rows that measuring has written, and the queued jobs. */
export const rewind = (connection: Connection) =>
  withClient(connection, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(`
      delete from jobs.job;
      truncate throttles;
      delete from links where booking_id > (select bookings from bench_marks);
      ${marked.map((table) => `delete from ${table} where id > (select ${table} from bench_marks);`).join('\n')}
      delete from person_keys where created_at > (select written_at from bench_marks);
      delete from booking_numbers where not exists (select from bookings b where b.planned_trip_id = booking_numbers.planned_trip_id);
      update booking_numbers n set last = there
        from (select planned_trip_id, count(*) as there from bookings group by planned_trip_id) b
       where b.planned_trip_id = n.planned_trip_id and last <> there`)
    for (const table of [...marked, 'links', 'booking_numbers', 'person_keys', 'jobs.job'])
      await client.query(`vacuum analyze ${table}`)
  })
