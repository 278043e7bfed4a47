import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../../../test/house.ts'
import { notify } from './notify.ts'

const { as, database, ids } = await house()

test('a notice about a record with the longest name is shown whole, within its schema', async () => {
  const title = '長'.repeat(200)
  const params = { title, title_en: 'x'.repeat(200), time: '2027-01-28 19:30', venue: '會議室' }
  const about = { type: 'seminar_session', id: 1 }
  await database.transaction({}, (tx) =>
    notify(tx, { who: [ids.sales], event: 'seminar-session.moved', params, about }),
  )
  const [notice] = (await as('sales').get('/notifications', { 'accept-language': 'zh-TW' })).data
  assert.ok(notice.title.endsWith(title), notice.title)
  assert.ok(notice.title.length > 200)
})

test('who reads a record has read the notices about it, and those alone', async () => {
  const tell = (who: number, id: number) =>
    database.transaction({}, (tx) =>
      notify(tx, {
        who: [who],
        event: 'seminar-session.moved',
        params: { title: '說明會', title_en: 'Talk', time: '2027-01-28 19:30', venue: '會議室' },
        about: { type: 'seminar_session', id },
      }),
    )
  for (const [who, id] of [
    [ids.op, 7],
    [ids.op, 7],
    [ids.op, 8],
    [ids.finance, 7],
  ] as const)
    await tell(who, id)
  const unread = async (who: 'op' | 'finance') => (await as(who).get('/notifications/unread-count')).data.unread
  const about = { type: 'seminar_session', id: 7 }
  assert.deepEqual((await as('op').post('/notifications/read-about', about)).data, { marked: 2 })
  assert.deepEqual((await as('op').post('/notifications/read-about', about)).data, { marked: 0 })
  assert.deepEqual([await unread('op'), await unread('finance')], [1, 1])
})
