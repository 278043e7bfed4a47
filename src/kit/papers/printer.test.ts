import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { plainPaper, quickShop } from '../../../test/fixtures/press.ts'
import { until } from '../../../test/until.ts'
import { printer } from './printer.ts'

const shop = await quickShop(after)
const slowShop = await quickShop(after, { ms: 400 })

test('a print process that is killed while it works is replaced, and the paper is printed', async () => {
  const { make, retire, pid } = printer(slowShop)
  const making = make(plainPaper)
  const killed = await until(pid, 'the press runs')
  process.kill(killed, 'SIGKILL')
  assert.match((await making).bytes.toString('latin1', 0, 5), /^%PDF-/)
  assert.notEqual(pid(), killed)
  retire()
})

test('a print process that is killed while it is idle is replaced at the next paper', async () => {
  const { make, retire, pid } = printer(shop)
  await make(plainPaper)
  const resting = pid() ?? assert.fail('the press is gone before its rest')
  process.kill(resting, 'SIGKILL')
  await until(() => !isAlive(resting), 'it has ended')
  assert.match((await make(plainPaper)).bytes.toString('latin1', 0, 5), /^%PDF-/)
  retire()
})

test('an idle print process ends', async () => {
  const { make, pid } = printer(shop, { rest: 1 })
  await make(plainPaper)
  const press = pid() ?? assert.fail('the press is gone before its rest')
  await until(() => !isAlive(press), 'it has ended')
  assert.equal(pid(), undefined)
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
