import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db } = home
const { sales, asked, offered, passDeadline, said } = conversation(home, await fixtures(home))
const chinese = as('sales', { 'accept-language': 'zh-TW' })
const other = (await as('admin').post('/users', { name: '業務小王', email: 'wang@office.example', role: 'sales' })).data
  .id
await sql`update users set status = 'active' where id = ${other}`.execute(db)
type Line = { request_number: string; status: string; faults: string[] }
const lines = (answer: { data: Line[] }) => answer.data.map(({ status, faults }) => [status, ...faults])
const queued = async () =>
  (
    await sql<{ offer: number }>`
      select (data ->> 'communication_id')::integer as offer from jobs.job where name = 'addon-requests.offer' order by offer`.execute(
      db,
    )
  ).rows.map(({ offer }) => offer)

test('many requests are handed over at once; one that is over is named with the reason, and nothing is done', async () => {
  const [one, two, over] = [await asked(), await asked(), await asked()]
  await sales.post(`/addon-requests/${over.id}/cancel`, { reason: '不需要了' })
  const body = { ids: [one.id, two.id, over.id], sales_user_id: other }
  const [first, second, third] = lines(await chinese.post('/addon-requests/bulk/hand-over', { ...body, dry_run: true }))
  assert.deepEqual([first, second, third?.[0]], [['would_change'], ['would_change'], 'refused'])
  assert.match(third?.[1] ?? '', /^狀態為「已取消」時不能進行/)
  assert.equal((await chinese.post('/addon-requests/bulk/hand-over', body)).status, 422)
  const done = await chinese.post('/addon-requests/bulk/hand-over', { ...body, ids: [one.id, two.id] })
  assert.deepEqual(lines(done), [['changed'], ['changed']])
  const theirs = (await sales.get(`/addon-requests?sales_user_id=${other}`)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(theirs.sort(), [one.id, two.id].sort())
  assert.deepEqual((await said(one)).at(-1), 'system modification')
})

test('customers who have not answered get the offer again; who has none, or is late, is named', async () => {
  const [waiting, late, none] = [await offered(), await offered(), await asked()]
  await passDeadline(late.offer)
  const before = await queued()
  const body = { ids: [waiting.id, late.id, none.id] }
  assert.deepEqual(lines(await chinese.post('/addon-requests/bulk/remind', { ...body, dry_run: true })), [
    ['would_change'],
    ['refused', '客戶回覆的期限已過；請先重新報價，或延後期限。'],
    ['refused', '目前沒有等客戶回覆的報價，不需要提醒。'],
  ])
  assert.deepEqual(await queued(), before, 'a dry run mails nothing')
  assert.equal((await chinese.post('/addon-requests/bulk/remind', { ids: [waiting.id] })).status, 200)
  assert.equal((await queued()).length, before.length + 1)
  assert.equal((await said(waiting)).at(-1), 'system note')
  await chinese.post('/addon-requests/bulk/remind', { ids: [waiting.id] })
  const third = await chinese.post('/addon-requests/bulk/remind', { ids: [waiting.id], dry_run: true })
  assert.equal(lines(third)[0]?.[0], 'refused', 'at most twice a day')
})

test('requests are found by the departure of their trip and as those that were ticked', async () => {
  const { id } = await asked()
  const found = async (query: string) =>
    (await sales.get(`/addon-requests?${query}`)).data.map((row: { id: number }) => row.id)
  assert.deepEqual(await found(`id=${id}`), [id])
  assert.deepEqual(await found(`id=${id}&departs_from=2083-01-01&departs_to=2083-01-31`), [id])
  assert.deepEqual(await found(`id=${id}&departs_from=2083-02-01`), [])
  assert.equal((await as('finance').post('/addon-requests/bulk/remind', { ids: [id] })).status, 403)
})
