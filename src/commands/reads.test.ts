import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { form, jpeg } from '../../test/fixtures/samples.ts'
import { house } from '../../test/house.ts'
import { terminal } from '../../test/terminal.ts'

const home = await house()
const { as, db } = home
const { guidon } = await terminal(home)

test('lists who read personal data, files and lists of people, when and why, by days and by account', async () => {
  const { id } = (await as('admin').post('/tour-leaders', { name: '陳志明', passport_number: 'TW3001234' })).data
  const asked = { fields: ['passport_number'], reason: '開票' }
  assert.equal((await as('op').post(`/tour-leaders/${id}/reveal`, asked, { 'x-request-id': 'first' })).status, 200)
  const file = (await as('op').upload(`/tour-leaders/${id}/files`, form(jpeg, 'a.jpg', { kind: 'photo' }))).data
  assert.equal(
    (await as('line_control').get(`/tour-leaders/${id}/files/${file.id}`, { 'x-request-id': 'second' })).status,
    200,
  )
  await sql`update personal_data_reads set created_at = '2026-03-01T15:59:59Z'`.execute(db)
  await sql`update file_reads set created_at = '2026-03-01T16:00:00Z'`.execute(db)
  const exported = '/tour-leaders?format=csv&status=active&columns=name,mobile'
  assert.equal((await as('op').get(exported, { 'x-request-id': 'third' })).status, 200)
  await sql`update list_exports set created_at = '2026-03-01T17:00:00Z'`.execute(db)

  const { rows } = await sql<{ id: number }>`select id from files`.execute(db)
  const revealed = {
    at: '2026-03-01 23:59:59',
    who: 'op@example.com',
    what: 'tour_leaders',
    record: id,
    fields: 'passport_number',
    rows: null,
    filter: '',
    request_id: 'first',
    reason: '開票',
  }
  const taken = {
    at: '2026-03-02 01:00:00',
    who: 'op@example.com',
    what: 'tour-leaders',
    record: null,
    fields: 'name mobile',
    rows: 1,
    filter: '{"status": ["active"]}',
    request_id: 'third',
    reason: '',
  }
  const shown = { at: '2026-03-02 00:00:00', who: 'line_control@example.com', what: 'files', record: rows[0]?.id }
  const told = async (words: string) => JSON.parse((await guidon(`reads ${words} --json`)).out)
  assert.deepEqual(await told('--since 2026-03-01 --until 2026-03-02'), [
    revealed,
    { ...shown, fields: '', rows: null, filter: '', request_id: 'second', reason: '' },
    taken,
  ])
  assert.deepEqual(await told('--since 2026-03-01 --until 2026-03-01'), [revealed])
  assert.deepEqual(await told('--since 2026-03-01 --until 2026-03-02 --email OP@example.com'), [revealed, taken])
  assert.deepEqual(await told('--until 2026-03-01'), [revealed])
  assert.match((await guidon('reads')).err, /Say which day: --since, --until, or both\./)
  const wrong = await guidon('reads --since yesterday --until 2026-03-02')
  assert.deepEqual([wrong.code, /since: Must be a real date/.test(wrong.err)], [1, true])
})
