import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { coverPath, drawCover } from './covers.ts'
import { type Scene, scenes } from './scenes.ts'

test('a cover is the same for the same package, another for another one, and at most 5 kB compressed', () => {
  for (const scene of Object.keys(scenes) as Scene[]) {
    const cover = drawCover(scene, 7)
    assert.equal(cover, drawCover(scene, 7))
    assert.notEqual(cover, drawCover(scene, 8), scene)
    assert.doesNotMatch(cover, /NaN|undefined|e-\d/, scene)
    for (const seed of [1, 7, 50, 1234]) {
      const { length } = gzipSync(drawCover(scene, seed), { level: 9 })
      assert.ok(length <= 5_120, `${scene} ${seed}: ${length}`)
    }
  }
})

test('the scene follows from category and country, and every country has one', () => {
  const sceneOf = (code: string, category: string | null) =>
    /covers\/([a-z]+)-/.exec(
      coverPath({ package_id: 1, countries: code ? [{ code }] : [], category: category ? { code: category } : null }),
    )?.[1]
  assert.deepEqual(
    [
      sceneOf('JP', 'SKI'),
      sceneOf('JP', 'AUTUMN_LEAVES'),
      sceneOf('JP', 'FAMILY'),
      sceneOf('NO', 'AURORA'),
      sceneOf('MV', null),
      sceneOf('', null),
    ],
    ['snow', 'pagoda', 'fuji', 'aurora', 'shore', 'lake'],
  )
})
