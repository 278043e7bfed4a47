import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { lists } from '../src/kit/list/list.ts'
import '../src/app.ts'
import { sharedHouse } from './house.ts'

const { db } = await sharedHouse()

/** The tables of the aliases that lists use. */
const aliases: Record<string, string> = {
  o: 'addon_communications',
  r: 'addon_requests',
  a: 'audit',
  n: 'notifications',
}
/** Lists for public registration are not filtered by branch. */
const open = (filters: object) => 'q' in filters && !('status' in filters)

test('every list whose rows belong to a branch, directly or by their booking, can be filtered by it', async () => {
  // A row belongs to the branch of the booking or trip that it requires.
  const { rows } = await sql<{ name: string }>`
    with recursive link as (
      select c.conrelid as child, c.confrelid as parent from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] and a.attnotnull
       where c.contype = 'f' and c.confrelid::regclass::text in ('planned_trips', 'bookings', 'travelers', 'addon_requests')
    ), own as (
      select attrelid as id from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r' where attname = 'branch_id'
       union select child from link join own on own.id = link.parent
    )
    select id::regclass::text as name from own order by 1`.execute(db)
  const names = rows.map(({ name }) => name)
  for (const name of ['addon_requests', 'booking_obligations', 'bookings', 'travelers', 'traveler_documents', 'users'])
    assert.ok(names.includes(name), name)
  const wrong = lists
    .filter(({ of, filters = {} }) => names.includes(aliases[of] ?? of) && !('branch_id' in filters) && !open(filters))
    .map(({ of }) => of)
  assert.deepEqual(wrong, [])
})
