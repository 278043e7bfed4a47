import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { house } from '../../../test/house.ts'
import { readSamples } from './samples/samples.ts'
import { templateWords } from './templates.ts'

const folder = await mkdtemp(join(tmpdir(), 'guidon-templates-'))
after(() => rm(folder, { recursive: true }))
const { another } = await house()
const { as } = await another({ papersDir: folder })
const admin = as('admin')
const at = '/paper-templates'

test('a template is shown with its sample, and its current version can be printed', async () => {
  const { text, is_own, facts, name_en } = (await admin.get(`${at}/receipt`)).data
  assert.deepEqual([is_own, name_en, 'payment' in JSON.parse(facts)], [false, 'Receipt', true])
  const print = () => admin.get(`${at}/receipt/paper?locale=en`)
  assert.deepEqual([(await print()).headers['content-type'], (await print()).status], ['application/pdf', 200])

  await writeFile(join(folder, 'receipt.typ'), `${text}\n#paper.nothing.like.this\n`)
  const wrong = await print()
  assert.equal(wrong.status, 422)
  assert.match(wrong.body.errors.template[0], /^\/receipt\.typ:\d+:\d+: error: /)
  await writeFile(join(folder, 'receipt.typ'), `${text}\nThank you.\n`)
  assert.deepEqual([(await print()).status, (await admin.get(`${at}/receipt`)).data.is_own], [200, true])
  await rm(join(folder, 'receipt.typ'))
  assert.deepEqual([(await print()).status, (await admin.get(`${at}/receipt`)).data.is_own], [200, false])
})

test('every template has a name and a sample, which only administrators read', async () => {
  const listed: { template: string; name: string }[] = (await admin.get(at)).data
  assert.deepEqual(
    listed.map(({ template }) => template),
    (await readSamples()).map(({ template }) => template),
  )
  for (const { template } of listed) assert.ok(templateWords[template], template)
  for (const path of ['/..%2f..%2fREADME', '/house', '/constructor'])
    assert.equal((await admin.get(at + path)).status, 404)
  for (const who of ['manager', 'sales', 'customer', 'leader'] as const)
    for (const path of ['', '/booking', '/booking/paper']) assert.equal((await as(who).get(at + path)).status, 403, who)
})
