import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { wordsOnPapers } from '../../code-lists.ts'
import { readConfig } from '../../config.ts'
import { shopWith } from '../../kit/papers/papers.ts'
import { PrintFault, printer } from '../../kit/papers/printer.ts'
import { locales, say } from '../../kit/words/words.ts'
import { readSamples } from '../../modules/papers/samples/samples.ts'
import type { Arguments } from '../command.ts'
import { answer, type Io } from '../io.ts'
import { printChanges } from './watch.ts'

type Checked = { template: string; locale: string; is: 'ok' | 'fail'; faults: string[]; pdf?: Buffer }

/** Prints every template from samples, with the operator's folder laid over ours, and says file and line of what is wrong. */
export const checkPapers = async (io: Io, { json, out, watch: isWatching }: Arguments) => {
  const { papersDir } = readConfig(io.env)
  const folder = out ? resolve(out) : undefined
  const run = async (only?: string) => {
    const checked = await checkTemplates(papersDir, only)
    if (folder) await keep(folder, checked)
    const found = checked.map(({ pdf: _, ...found }) => found)
    answer(io, json, found, checked.map(lineOf).join('\n'))
    return checked.every(({ is }) => is === 'ok')
  }
  if (isWatching && !papersDir) return failWatch(io)
  const isRight = await run()
  if (isWatching && papersDir) await printChanges(papersDir, run)
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

/** Every template in every language, by printing it; or `only` one, if there is a sample of it. */
export const checkTemplates = async (papersDir: string | undefined, only?: string): Promise<Checked[]> => {
  if (papersDir && !existsSync(papersDir))
    return [{ template: 'PAPERS_DIR', locale: '', is: 'fail', faults: [`${papersDir} does not exist`] }]
  const { make, retire } = printer(shopWith(papersDir ? [papersDir] : []))
  const samples = await readSamples()
  const chosen = samples.filter(({ template }) => template === only)
  const checked: Checked[] = []
  try {
    for (const { template, facts } of chosen.length ? chosen : samples)
      for (const locale of locales) {
        const all = JSON.stringify({ words: wordsOnPapers(locale), ...facts, locale })
        const printed = make({ template, facts: all, pictures: {} })
        checked.push({ template, locale, ...(await printed.then(({ bytes }) => right(bytes), wrong)) })
      }
  } finally {
    retire()
  }
  return checked
}

const right = (pdf: Buffer) => ({ is: 'ok' as const, faults: [], pdf })
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
