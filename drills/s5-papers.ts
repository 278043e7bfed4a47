import { wordsOnPapers } from '../src/code-lists.ts'
import { shopWith } from '../src/kit/papers/papers.ts'
import { printer } from '../src/kit/papers/printer.ts'
import { readSamples } from '../src/modules/papers/samples/samples.ts'
import { drill } from './kit/drill.ts'

/**
 * Measured as a multiple of a fixed piece of work in the same process, because a slow or busy machine slows both. Where the work
 * takes 25 ms of CPU, a warm page takes 65 ms in the print process, and a warm paper 5 ms in the thread of the service.
 */
const MOST_WORKS_A_PAGE = 4
const MOST_WORKS_OF_SERVICE = 1

export default drill({
  id: 'S5',
  title: 'CPU of the heaviest papers, in a fixed work',
  target: `a warm page ≤ ${MOST_WORKS_A_PAGE} works, and of the service's thread ≤ ${MOST_WORKS_OF_SERVICE} work a paper`,
  run: async (context) => {
    const samples = await readSamples()
    const { make, retire } = printer(shopWith([]))
    const works: number[] = []
    const print = async (name: string) => {
      const sample = samples.find(({ template }) => template === name)
      if (!sample) throw new Error(`there is no sample of ${name}`)
      const began = ownMs()
      const { bytes, used } = await make(paperOf(sample, works.length))
      const service = ownMs() - began
      works.push(work())
      if (!used) throw new Error('the press does not say what it has used')
      return { page: used.ms / pagesIn(bytes), service }
    }
    const warm: { page: number; service: number }[] = []
    for (const name of ['leader-pack', 'emergency-pack', 'booking', 'departure-notice']) {
      // The template is read at the first time.
      await print(name)
      const prints = []
      for (let n = 0; n < Math.max(2, context.times(10)); n += 1) prints.push(await print(name))
      const page = Math.min(...prints.map(({ page }) => page))
      const service = Math.min(...prints.map(({ service }) => service))
      context.print(`${name}: ${page.toFixed(1)} ms a page, ${service.toFixed(1)} ms of the service`)
      warm.push({ page, service })
    }
    retire()

    const one = medianOf(works)
    const page = warm.reduce((sum, { page }) => sum + page, 0) / warm.length / one
    const service = Math.max(...warm.map(({ service }) => service)) / one
    return {
      value: `${page.toFixed(2)} works a page, ${service.toFixed(2)} of the service; the work takes ${one.toFixed(0)} ms`,
      pass: page <= MOST_WORKS_A_PAGE && service <= MOST_WORKS_OF_SERVICE,
    }
  },
})

type Sample = Awaited<ReturnType<typeof readSamples>>[number]
/** A paper with names of its own, because the engine caches the layout of texts. */
const paperOf = ({ template, facts }: Sample, nth: number) => {
  const own = { words: wordsOnPapers('zh-TW'), ...facts, locale: 'zh-TW' }
  const all = JSON.stringify(own, (key, value) => (key === 'name' && value ? `${value}${nth}` : value))
  return { template, facts: all, pictures: {} }
}
const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

const ownMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const text = JSON.stringify(
  Object.fromEntries(Array.from({ length: 4000 }, (_, nth) => [`packages/${nth}`, { nth, license: 'MIT', is: true }])),
)
/** The CPU time of a fixed piece of work. */
const work = () => {
  const began = ownMs()
  for (let i = 0; i < 6; i += 1) JSON.stringify(JSON.parse(text))
  return ownMs() - began
}
const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
