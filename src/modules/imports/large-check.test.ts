import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { csv, mover } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'
import { until } from '../../../test/until.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { runCheck } from './check.ts'

const home = await house()
const { db, database, keys } = home
const { admin, send, run } = mover(home)
const tools = { database, keys, zone: 'Asia/Taipei' } as JobTools
const lines = Array.from({ length: 400 }, (_, i) => [`B${i}`, `分店 ${i}`])
const branches = (...more: string[][]) => csv(['code', 'name'], ...lines, ...more)

const upload = (bytes: Buffer) => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'branches.csv')
  return admin.upload('/imports', form)
}
const shown = async (id: number) => (await admin.get(`/imports/${id}`)).data

test('a file of more than 300 lines is checked by a job as it will be written, and shows how far it has come', async () => {
  const sent = await upload(branches(['B7', '分店 7'], ['LONG', 'x'.repeat(300)]))
  const { id } = sent.data
  assert.deepEqual([sent.status, sent.data.status, sent.data.rows, sent.data.may_run], [201, 'checking', 402, false])
  const early = await admin.post(`/imports/${id}/run`)
  assert.deepEqual(
    [early.status, early.body.detail],
    [409, 'The file is still being checked: wait until that has ended.'],
  )
  const { rows: jobs } = await sql<{ data: { import_id: number } }>`
    select data from jobs.job where name = 'imports.check'`.execute(db)
  assert.deepEqual(
    jobs.map(({ data }) => data.import_id),
    [id],
  )
  await runCheck({ import_id: id, serials: '' }, tools)
  const checked = await shown(id)
  assert.deepEqual(
    [checked.status, checked.is_rehearsed, checked.created, checked.refused, checked.done_rows],
    ['checked', true, 400, 2, 400],
  )
  assert.equal((await admin.get('/branches')).data.length, 0, 'what was written is taken back')
})

test('a check lets a colleague pass who waits for what it holds, and leaves the rest to the run', async () => {
  const sent = await upload(branches())
  let [isChecked, passed] = [false, 0]
  const checking = runCheck({ import_id: sent.data.id, serials: '' }, tools).finally(() => {
    isChecked = true
  })
  // The same code as a line of the file: the index makes one wait for the other. It is never committed.
  const takenBack = new Error('taken back')
  const colleague = () =>
    database
      .transaction({}, async (tx) => {
        await sql`insert into branches (code, name) values ('B0', '同事')`.execute(tx)
        passed += 1
        throw takenBack
      })
      .catch((error) => assert.equal(error, takenBack))
  await until(async () => (await shown(sent.data.id)).done_rows > 0, 'the check has begun')
  while (!isChecked) await colleague()
  await checking
  const checked = await shown(sent.data.id)
  assert.deepEqual([checked.status, checked.refused], ['checked', 0])
  assert.deepEqual([passed > 0, checked.is_rehearsed], [true, false], 'it was in the way each time that it began')
  assert.equal((await run({ data: checked } as never)).status, 'done')
})

test('a large file whose headings are not known asks at once, and is checked after the answer', async () => {
  const own = csv(['店號', '店名'], ...lines.map(([code, name]) => [`N${code}`, name ?? '']))
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(own)]), '門市.csv')
  const sent = await admin.upload('/imports', form)
  assert.deepEqual([sent.data.status, sent.data.is_unmapped], ['checked', true])
  const columns = { 店號: 'code', 店名: 'name' }
  const { data } = await admin.post(`/imports/${sent.data.id}/mapping`, {
    sheets: [{ sheet: '門市', kind: 'branches', columns }],
  })
  assert.equal(data.status, 'checking')
  await runCheck({ import_id: data.id, serials: '' }, tools)
  const checked = await shown(data.id)
  assert.deepEqual([checked.status, checked.created, checked.may_run], ['checked', 400, true])
  const again = await send('門市.csv', own)
  assert.deepEqual([again.data.is_unmapped, again.data.created], [false, 400])
})
