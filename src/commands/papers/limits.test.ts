import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../test/until.ts'
import { wordsOnPapers } from '../../code-lists.ts'
import { shopWith } from '../../kit/papers/papers.ts'
import { printer } from '../../kit/papers/printer.ts'
import { readSamples } from '../../modules/papers/samples/samples.ts'

/**
 * What a warm page may cost, counted in the fixed work below. Both are measured in one run, so that a slow or a busy machine
 * slows both. Where the work takes 25 ms of CPU, this stands for 100 ms; a page then takes 65 ms.
 */
const MOST_WORKS_A_PAGE = 4
/** What a warm paper may cost the thread of the service; it takes 5 ms. */
const MOST_WORKS_OF_SERVICE = 1

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

const text = JSON.stringify(
  Object.fromEntries(Array.from({ length: 4000 }, (_, nth) => [`packages/${nth}`, { nth, license: 'MIT', is: true }])),
)
/** The CPU time of a fixed piece of work. */
const work = () => {
  const began = ownMs()
  for (let i = 0; i < 6; i += 1) JSON.stringify(JSON.parse(text))
  return ownMs() - began
}

test('the heaviest papers stay within their limits of CPU', async () => {
  const { make, retire } = printer(shopWith([]))
  const works: number[] = []
  const print = async (name: string) => {
    const began = ownMs()
    const { bytes, used } = await make(paperOf(name, works.length))
    const service = ownMs() - began
    works.push(work())
    const { ms } = used ?? assert.fail('the press does not say what it has used')
    return { page: ms / pagesIn(bytes), service }
  }
  const warm: { page: number; service: number }[] = []
  for (const name of ['leader-pack', 'emergency-pack', 'booking', 'departure-notice']) {
    // The first time, the template is read.
    await print(name)
    const [one, other] = [await print(name), await print(name)]
    warm.push({ page: Math.min(one.page, other.page), service: Math.min(one.service, other.service) })
  }
  retire()

  const [page, one] = [warm.reduce((sum, { page }) => sum + page, 0) / warm.length, middleOf(works)]
  assert.ok(page / one <= MOST_WORKS_A_PAGE, `a warm page took ${page} ms of CPU, and the fixed work ${one} ms`)
  const service = Math.max(...warm.map(({ service }) => service))
  assert.ok(
    service / one <= MOST_WORKS_OF_SERVICE,
    `a paper took ${service} ms of the service, the fixed work ${one} ms`,
  )
})

const middleOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const aWorkbook = { sheets: [{ name: 'A', title: 'A', columns: [{ heading: 'A', kind: 'text' as const }], rows: [] }] }

test('a press that is killed at work is replaced, and the paper is made', async () => {
  const { make, retire, pid } = printer(shopWith([]))
  const making = make(aWorkbook)
  const killed = await until(pid, 'the press runs')
  process.kill(killed, 'SIGKILL')
  assert.match((await making).bytes.toString('latin1', 0, 2), /^PK/)
  assert.notEqual(pid(), killed)
  retire()
})

test('a press that is killed at rest is replaced by the next work', async () => {
  const { make, retire, pid } = printer(shopWith([]))
  await make(aWorkbook)
  const resting = pid() ?? assert.fail('the press is gone before its rest')
  process.kill(resting, 'SIGKILL')
  await until(() => !isAlive(resting), 'it has ended')
  assert.match((await make(aWorkbook)).bytes.toString('latin1', 0, 2), /^PK/)
  retire()
})

test('a press without work ends', async () => {
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
