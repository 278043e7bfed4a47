import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { printedPicture, readPicture } from './pictures.ts'

test('large pictures are decoded one after the other, however many arrive at once', async () => {
  const large = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#0a0' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, sharp.counters().process)
  }, 1)
  const read = await Promise.all([1, 2, 3].flatMap(() => [readPicture(large), printedPicture(large)]))
  clearInterval(watching)
  assert.equal(read.filter(Boolean).length, 6)
  assert.equal(most, 1)
})
