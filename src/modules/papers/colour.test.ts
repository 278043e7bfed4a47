import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { letterheadOf } from '../house/letterhead.ts'

const home = await house()
const { as, db, files } = home
const { trip } = await bookingFixtures(home)
const { id } = await trip(5)

test('papers and their workbooks have the colour of the house', async () => {
  const printed = async () => {
    const { facts } = await letterheadOf(db, files)()
    const { bytes } = await as('op').get(`/planned-trips/${id}/manifest?format=xlsx`)
    const styles = strFromU8(unzipSync(new Uint8Array(bytes))['xl/styles.xml'] ?? new Uint8Array())
    const [, heading = ''] = /<color rgb="(?:FF)?([0-9A-F]{6})"/i.exec(styles) ?? []
    return [facts.house.accent, `#${heading.toLowerCase()}`]
  }
  assert.deepEqual(await printed(), ['#004f4c', '#004f4c'])
  await as('admin').put('/site', { hue: 300, chroma: 3 })
  assert.deepEqual(await printed(), ['#4c3173', '#4c3173'])
  // Beside the red that says that something is late.
  await as('admin').put('/site', { hue: 27 })
  assert.deepEqual(await printed(), ['#6e2b00', '#6e2b00'])
})
