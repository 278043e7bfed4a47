import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { trip, book } = await bookingFixtures(home)

test('the rooming list is printed like the other lists of a trip', async () => {
  const { id } = await trip(4)
  await book(id, [{ name: '陳一', roommate_group: 'A' }, { name: '陳二', roommate_group: 'A' }, { name: '陳三' }])
  for (const list of ['rooming-list', 'name-list', 'manifest', 'dietary-list']) {
    const { status, headers, bytes } = await home.as('op').get(`/planned-trips/${id}/${list}?format=pdf`)
    const start = bytes.subarray(0, 5).toString()
    assert.deepEqual([list, status, headers['content-type'], start], [list, 200, 'application/pdf', '%PDF-'])
  }
})
