import { connected, type Place } from './cluster.ts'

/** Takes back what was written by measuring, and what was to be mailed of it. */
export const rewind = (place: Place) =>
  connected(place, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(`
      delete from jobs.job;
      truncate throttles;
      delete from tokens where id > (select tokens from bench_marks);
      delete from notifications where id > (select notifications from bench_marks);
      delete from addon_communications where id > (select communications from bench_marks)`)
    for (const table of ['addon_communications', 'notifications', 'tokens', 'jobs.job'])
      await client.query(`vacuum analyze ${table}`)
  })
