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
