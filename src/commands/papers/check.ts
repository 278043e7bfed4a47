import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { wordsOnPapers } from '../../code-lists.ts'
import { readConfig } from '../../config.ts'
import { shopWith } from '../../kit/papers/papers.ts'
import { type Printed, PrintFault, printer } from '../../kit/papers/printer.ts'
import { type Locale, locales, say } from '../../kit/words/words.ts'
import { readSamples } from '../../modules/papers/samples/samples.ts'
import type { Arguments } from '../command.ts'
import { answer, type Io } from '../io.ts'
import { printChanges } from './watch.ts'

/** `megabytes`: the peak memory of the press so far. */
export type Checked = {
  template: string
  locale: string
  is: 'ok' | 'fail'
  faults: string[]
  megabytes?: number
  pdf?: Buffer
}

/** Prints every template from samples, with the operator's folder over ours, and reports the file and line of each fault. */
export async function checkPapers(io: Io, { json, out, watch: isWatching }: Arguments) {
  const { papersDir } = readConfig(io.env)
  const folder = out ? resolve(out) : undefined
  if (isWatching && !papersDir) return failWatch(io)
  const { check, close } = templatesWith(papersDir)
  const run = async (only?: string) => {
    const checked = await check(only)
    if (folder) await keep(folder, checked)
    const found = checked.map(({ pdf: _, ...found }) => found)
    answer(io, json, found, checked.map(lineOf).join('\n'))
    return checked.every(({ is }) => is === 'ok')
  }
  const isRight = await run()
  if (isWatching && papersDir) await printChanges(papersDir, run)
  close()
  return isRight
}

const failWatch = (io: Io) => {
  io.err(`${say(needsFolder, io.locale)}\n`)
  return false
}
const needsFolder = [
  '--watch 需要 PAPERS_DIR：請將它設為您自己的範本資料夾。',
  '--watch needs PAPERS_DIR: set it to the folder with your templates.',
] as const

/** Our templates, overridden by those of the operator, and one press for the whole check. */
export function templatesWith(papersDir: string | undefined) {
  const { make, retire } = printer(shopWith(papersDir ? [papersDir] : []))
  const print = async (template: string, facts: object, locale: Locale): Promise<Checked> => {
    const all = JSON.stringify({ words: wordsOnPapers(locale), ...facts, locale })
    return { template, locale, ...(await make({ template, facts: all, pictures: {} }).then(right, wrong)) }
  }
  /** Prints every template in every language; with `only`, that one if it has a sample. */
  const check = async (only?: string) => {
    if (papersDir && !existsSync(papersDir)) return [noFolder(papersDir)]
    const samples = await readSamples()
    const chosen = samples.filter(({ template }) => template === only)
    const checked: Checked[] = []
    for (const { template, facts } of chosen.length ? chosen : samples)
      for (const locale of locales) checked.push(await print(template, facts, locale))
    return checked
  }
  return { check, close: retire }
}

const noFolder = (papersDir: string): Checked => {
  return { template: 'PAPERS_DIR', locale: '', is: 'fail', faults: [`${papersDir} does not exist`] }
}
const right = ({ bytes, used }: Printed) => ({ is: 'ok' as const, faults: [], megabytes: used?.megabytes, pdf: bytes })
const wrong = (error: unknown) => {
  if (!(error instanceof PrintFault)) throw error
  return { is: 'fail' as const, faults: error.faults }
}

const lineOf = ({ is, template, locale, faults }: Checked) =>
  [`${is.padEnd(4)}  ${template} ${locale}`, ...faults.map((fault) => `      → ${fault}`)].join('\n')

const keep = async (folder: string, checked: readonly Checked[]) => {
  await mkdir(folder, { recursive: true })
  for (const { template, locale, pdf } of checked)
    if (pdf) await writeFile(join(folder, `${template}-${locale}.pdf`), pdf)
}
