import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { printablePicture, printedPicture, readPicture } from './pictures.ts'

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

test('a photograph for a paper is cut around its focus to the shape of its box, and is never made larger', async () => {
  const half = (background: string) => ({ create: { width: 1000, height: 1000, channels: 3 as const, background } })
  const right = await sharp(half('#00f')).png().toBuffer()
  const wide = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#f00' } })
    .composite([{ input: right, left: 1000, top: 0 }])
    .png()
    .toBuffer()
  const printed = async (bytes: Buffer, box: { width: number; height: number }, x: number, y: number) => {
    const picture = await printablePicture(bytes, box, { x, y })
    assert.ok(picture)
    const { format, width, height } = await sharp(picture).metadata()
    const { dominant } = await sharp(picture).stats()
    return [format, width, height, dominant.r > 200 ? 'red' : 'blue']
  }
  const square = { width: 300, height: 300 }
  assert.deepEqual(await printed(wide, square, 0, 50), ['jpeg', 300, 300, 'red'])
  assert.deepEqual(await printed(wide, square, 100, 50), ['jpeg', 300, 300, 'blue'])
  assert.deepEqual((await printed(wide, { width: 4000, height: 1000 }, 50, 0)).slice(1, 3), [2000, 500])
  assert.equal(await printablePicture(Buffer.from('no picture'), square, { x: 50, y: 50 }), undefined)
})
