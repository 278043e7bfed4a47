import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedHouse } from '../house.ts'

const { app, as } = await sharedHouse()

/** The lists of the API with their sort fields, from the OpenAPI document. */
const lists = app.catalogue.flatMap(({ methods, path, query }) => {
  const parameters = query?.properties as { sort?: { description: string }; cursor?: object } | undefined
  if (!methods.includes('GET') || !parameters?.sort) return []
  return [
    {
      path: path.replace(/^\/api/, '').replace(/[:{]\w+\}?/g, '1'),
      orders: parameters.sort.description.split(';')[0]?.split(', ') ?? [],
      hasCursor: !!parameters.cursor,
    },
  ]
})

/** What a list cannot be asked without. */
const needed: Record<string, string> = {
  '/money/results': 'by=month&from=2027-01-01&to=2027-12-31&',
  '/money/results/bookings': 'by=month&from=2027-01-01&to=2027-12-31&',
}

test('every sort order of a list works by page and by cursor', async () => {
  assert.ok(lists.length > 25, `only ${lists.length} lists were found`)
  const wrong: string[] = []
  for (const { path, orders, hasCursor } of lists)
    for (const order of orders)
      for (const query of [`sort=${order}${hasCursor ? '&cursor=' : ''}`, `sort=-${order}&page=1`]) {
        const { status } = await as('admin').get(`${path}?${needed[path] ?? ''}${query}`)
        if (status !== 200 && status !== 404) wrong.push(`${path}?${query} is ${status}`)
      }
  assert.deepEqual(wrong, [])
})
