import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedHouse } from '../house.ts'

const { app, as } = await sharedHouse()

/** The lists of the API with their sort fields, from the OpenAPI document. */
const lists = app.catalogue.flatMap(({ methods, path, query }) => {
  const sort = (query?.properties as { sort?: { description: string } } | undefined)?.sort
  if (!methods.includes('GET') || !sort) return []
  return [
    {
      path: path.replace(/^\/api/, '').replace(/[:{]\w+\}?/g, '1'),
      orders: sort.description.split(';')[0]?.split(', ') ?? [],
    },
  ]
})

test('every sort order of a list works by page and by cursor', async () => {
  assert.ok(lists.length > 25, `only ${lists.length} lists were found`)
  const wrong: string[] = []
  for (const { path, orders } of lists)
    for (const order of orders)
      for (const query of [`sort=${order}&cursor=`, `sort=-${order}&page=1`]) {
        const { status } = await as('admin').get(`${path}?${query}`)
        if (status !== 200 && status !== 404) wrong.push(`${path}?${query} is ${status}`)
      }
  assert.deepEqual(wrong, [])
})
