import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { wordsOnPapers } from '../../code-lists.ts'
import { shopWith } from '../../kit/papers/papers.ts'
import { printer } from '../../kit/papers/printer.ts'
import { readSamples } from '../../modules/papers/samples/samples.ts'

// All limits are CPU time and memory, which do not depend on what else the machine does.
const MOST_MEGABYTES = 300
const MOST_MS_A_PAGE = 100
const MOST_MS_OF_SERVICE = 30

const samples = await readSamples()
/** A paper with names that no other has, because the engine remembers what it has laid out. */
const paperOf = (name: string, nth: number) => {
  const { template, facts } = samples.find((sample) => sample.template === name) ?? assert.fail(name)
  const own = { words: wordsOnPapers('zh-TW'), ...facts, locale: 'zh-TW' }
  const all = JSON.stringify(own, (key, value) => (key === 'name' && value ? `${value}${nth}` : value))
  return { template, facts: all, pictures: {} }
}
const ownMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

const heaviest = ['leader-pack', 'emergency-pack', 'booking', 'departure-notice']

test('papers stay within their limits of CPU and memory', async () => {
  const { make, retire } = printer(shopWith([]))
  const costs: { page: number; service: number; megabytes: number }[] = []
  const print = async (name: string) => {
    const began = ownMs()
    const { bytes, used } = await make(paperOf(name, costs.length))
    const { ms, megabytes } = used ?? assert.fail('the press does not say what it has used')
    costs.push({ page: ms / pagesIn(bytes), service: ownMs() - began, megabytes })
  }
  // Once each, which is when a template is laid out for the first time, and then those with the most on them.
  for (const { template } of samples) await print(template)
  for (const template of [...heaviest, ...heaviest, ...heaviest]) await print(template)
  retire()

  const most = (of: 'service' | 'megabytes') => Math.max(...costs.map((cost) => cost[of]))
  assert.ok(most('megabytes') <= MOST_MEGABYTES, `the press had ${most('megabytes')} MB`)
  assert.ok(most('service') <= MOST_MS_OF_SERVICE, `a paper took ${most('service')} ms of the service's thread`)
  // Some pages are printed while the engine optimizes itself in the background; the usual one is not.
  const pages = costs.slice(samples.length).map(({ page }) => page)
  const usual = pages.toSorted((a, b) => a - b)[Math.floor(pages.length / 2)] ?? Number.POSITIVE_INFINITY
  assert.ok(usual <= MOST_MS_A_PAGE, `a warm page took ${usual} ms of CPU`)
})

test('a press that is killed at work is replaced, and the paper is made', async () => {
  const { make, retire, pid } = printer(shopWith([]))
  const making = make(paperOf('leader-pack', 0))
  while (!pid()) await pause(1)
  process.kill(pid() ?? 0, 'SIGKILL')
  assert.match((await making).bytes.toString('latin1', 0, 8), /^%PDF/)
  retire()
})

test('a press without work ends', async () => {
  const { make, pid } = printer(shopWith([]), { rest: 1 })
  await make({ sheets: [{ name: 'A', title: 'A', columns: [{ heading: 'A', kind: 'text' }], rows: [] }] })
  const press = pid() ?? assert.fail('the press is gone before its rest')
  while (isAlive(press)) await pause(5)
  assert.equal(pid(), undefined)
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
