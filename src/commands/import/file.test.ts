import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { house } from '../../../test/house.ts'
import { terminal } from '../../../test/terminal.ts'

const home = await house()
const { guidon, directory } = await terminal(home)
const path = join(directory, 'branches.csv')
const codes = async () => (await home.as('admin').get('/branches')).data.map(({ code }: { code: string }) => code)

test('a file is imported at the terminal as over HTTP; a dry run changes nothing, and one bad line stops it', async () => {
  await writeFile(path, '代碼,名稱\nTAIPEI,台北總公司\nTAICHUNG,台中分公司\n')
  const tried = await guidon(`import file ${path} --dry-run`)
  assert.deepEqual(
    [tried.code, tried.err, tried.out],
    [0, '', 'branches             2 created, 0 unchanged, 0 refused\nA rehearsal: 2 would be created, 0 unchanged.\n'],
  )
  assert.deepEqual(await codes(), [])
  const done = await guidon(`import file ${path} --json`)
  const { imported, sheets } = JSON.parse(done.out)
  assert.deepEqual([done.code, imported, sheets[0].created], [0, true, 2])
  assert.deepEqual((await codes()).sort(), ['TAICHUNG', 'TAIPEI'])
  const again = await guidon(`import file ${path}`)
  assert.match(again.out, /0 created, 2 unchanged\.\n$/)

  await writeFile(path, '代碼,名稱\nTAINAN,台南分公司\nlower,小寫\n')
  const refused = await guidon(`import file ${path}`)
  assert.equal(refused.code, 1)
  assert.match(refused.out, /^branches {2}line 3 {2}code {2}Invalid format; valid is, for example, TAICHUNG\.\n/)
  assert.match(refused.out, /Nothing was imported; 1 refused\.\n$/)
  assert.equal((await codes()).length, 2)
  const { data } = await home.as('admin').get('/imports')
  assert.deepEqual(data.map(({ status, created }: Record<string, unknown>) => [status, created]).reverse(), [
    ['done', 2],
    ['done', 0],
    ['failed', 0],
  ])
})
