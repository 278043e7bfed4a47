import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../test/until.ts'
import { shopWith } from './papers.ts'
import { printer } from './printer.ts'

const aWorkbook = {
  accent: '#2B4A6F',
  sheets: [{ name: 'A', title: 'A', columns: [{ heading: 'A', kind: 'text' as const }], rows: [] }],
}

test('a print process that is killed while it works is replaced, and the paper is printed', async () => {
  const { make, retire, pid } = printer(shopWith([]))
  const making = make(aWorkbook)
  const killed = await until(pid, 'the press runs')
  process.kill(killed, 'SIGKILL')
  assert.match((await making).bytes.toString('latin1', 0, 2), /^PK/)
  assert.notEqual(pid(), killed)
  retire()
})

test('a print process that is killed while it is idle is replaced at the next paper', async () => {
  const { make, retire, pid } = printer(shopWith([]))
  await make(aWorkbook)
  const resting = pid() ?? assert.fail('the press is gone before its rest')
  process.kill(resting, 'SIGKILL')
  await until(() => !isAlive(resting), 'it has ended')
  assert.match((await make(aWorkbook)).bytes.toString('latin1', 0, 2), /^PK/)
  retire()
})

test('an idle print process ends', async () => {
  const { make, pid } = printer(shopWith([]), { rest: 1 })
  await make(aWorkbook)
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
