import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { sales, customer, asked } = conversation(home, await fixtures(home))

test('the difference of two entry ids does not reveal how many entries lie between them', async () => {
  const { at } = await asked()
  const distances = async (internal: number) => {
    const found: number[] = []
    for (let n = 0; n < 25; n += 1) {
      const { id } = (await sales.post(at, { message: '公開', is_internal: false })).data
      for (let m = 0; m < internal; m += 1) await sales.post(at, { message: '內部' })
      found.push((await sales.post(at, { message: '公開', is_internal: false })).data.id - id)
    }
    return found.sort((a, b) => a - b)
  }
  const [none, three] = [await distances(0), await distances(3)]
  assert.ok(new Set(none).size > 5 && new Set(three).size > 5, `${none} and ${three}`)
  assert.ok((none.at(-1) ?? 0) > (three[0] ?? 0), `${none} and ${three} overlap`)

  const shown = (await customer.get(at)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(
    shown,
    shown.toSorted((a: number, b: number) => a - b),
    'later entries have higher ids',
  )
})
