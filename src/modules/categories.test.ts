import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geography } from '../../test/fixtures/geography.ts'
import { house } from '../../test/house.ts'
import { untilLocked } from '../../test/until.ts'

const { as, database, db } = await house()
const admin = as('admin')
const sales = as('sales')
const { japan, france } = await geography(as)

const category = async (body: object): Promise<number> => (await admin.post('/categories', body)).data.id
const theme = await category({ code: 'THEME', name: '主題旅遊' })
const flower = await category({ code: 'FLOWER', name: '賞花', parent_id: theme })
const sakura = await category({
  code: 'SAKURA',
  name: '賞櫻',
  name_en: 'Cherry Blossom',
  parent_id: flower,
  color: '#F9A8D4',
})

test('a category has a parent and countries', async () => {
  const changed = await as('op').put(`/categories/${sakura}`, { country_ids: [japan, france] })
  assert.deepEqual(
    { ...changed.data, created_at: '', updated_at: '' },
    {
      id: sakura,
      code: 'SAKURA',
      name: '賞櫻',
      name_en: 'Cherry Blossom',
      parent_id: flower,
      color: '#F9A8D4',
      notes: null,
      is_active: true,
      sort_order: 0,
      created_at: '',
      updated_at: '',
      version: 2,
      country_ids: [japan, france],
    },
  )
  assert.deepEqual((await sales.get(`/categories?country_id=${france}`)).data.length, 1)
  assert.deepEqual((await sales.get(`/categories/list/options?parent_id=${flower}`)).data, [
    { value: sakura, label: '賞櫻', label_en: 'Cherry Blossom', code: 'SAKURA', parent_id: flower, color: '#F9A8D4' },
  ])
})

test('a category cannot be its own ancestor', async () => {
  const ring = { parent_id: ['Must be neither the category itself nor one below it.'] }
  const errors = async (id: number, parent_id: number) =>
    (await admin.put(`/categories/${id}`, { parent_id })).body.errors
  assert.deepEqual(await errors(theme, theme), ring)
  assert.deepEqual(await errors(theme, flower), ring)
  assert.deepEqual(await errors(theme, sakura), ring)
  assert.deepEqual(await errors(theme, 999), { parent_id: ['There is no such record.'] })
  assert.equal((await admin.put(`/categories/${sakura}`, { parent_id: theme })).status, 200)
  assert.equal((await admin.put(`/categories/${theme}`, { parent_id: null })).status, 200)
})

test('two moves at the same time cannot form a cycle', async () => {
  const a = await category({ code: 'A', name: 'A' })
  const b = await category({ code: 'B', name: 'B' })
  const move = (id: number, parent_id: number, meanwhile = async () => {}) =>
    database.transaction({}, async (tx) => {
      await tx.updateTable('categories').set({ parent_id }).where('id', '=', id).execute()
      await meanwhile()
    })
  let second: Promise<void> | undefined
  await move(a, b, async () => {
    second = move(b, a)
    second.catch(() => {})
    await untilLocked(db)
  })
  await assert.rejects(async () => second, { constraint: 'categories_ring' })
})

test('a category with children cannot be removed', async () => {
  const refused = await admin.delete(`/categories/${theme}`)
  assert.deepEqual([refused.status, refused.body.code, refused.body.uses], [409, 'in_use', { categories: 2 }])
  assert.match(refused.body.detail, /^Still used by: category × 2\. /)
  const again = await admin.post('/categories', { code: 'THEME', name: '主題' })
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [409, ['code']])
  assert.equal((await admin.delete(`/categories/${sakura}`)).status, 200)
})
