import { existsSync, watch } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { wordsOnPapers } from '../../code-lists.ts'
import { readConfig } from '../../config.ts'
import { shopWith } from '../../kit/papers/papers.ts'
import { PrintFault, printer } from '../../kit/papers/printer.ts'
import { locales } from '../../kit/words/words.ts'
import type { Arguments } from '../command.ts'
import { answer, type Io } from '../io.ts'
import { sampleAgency } from './sample-agency.ts'

type Checked = { template: string; locale: string; is: 'ok' | 'fail'; faults: string[]; pdf?: Buffer }

/** Prints every template from samples, with the operator's folder laid over ours, and says file and line of what is wrong. */
export const checkPapers = async (io: Io, { json, out, watch: isWatching }: Arguments) => {
  const { papersDir } = readConfig(io.env)
  const folder = out ? resolve(out) : undefined
  const run = async () => {
    const checked = await checkTemplates(papersDir)
    if (folder) await keep(folder, checked)
    answer(
      io,
      json,
      checked.map(({ pdf: _, ...found }) => found),
      checked.map(lineOf).join('\n'),
    )
    return checked.every(({ is }) => is === 'ok')
  }
  const isRight = await run()
  if (isWatching && papersDir) await repeat(papersDir, run)
  return isRight
}

/** Every template in every language, by printing it. */
export const checkTemplates = async (papersDir: string | undefined): Promise<Checked[]> => {
  if (papersDir && !existsSync(papersDir))
    return [{ template: 'PAPERS_DIR', locale: '', is: 'fail', faults: [`${papersDir} does not exist`] }]
  const { make, retire } = printer(shopWith(papersDir ? [papersDir] : []))
  const samples: Record<string, object> = JSON.parse(await readFile(new URL('samples.json', import.meta.url), 'utf8'))
  const checked: Checked[] = []
  try {
    for (const [template, facts] of Object.entries(samples))
      for (const locale of locales) {
        const all = JSON.stringify({ ...sampleAgency, words: wordsOnPapers(locale), ...facts, locale })
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

// An editor writes a file in several steps, so a change is printed a moment after its last one. Ends with Ctrl C.
const repeat = (folder: string, run: () => Promise<unknown>) =>
  new Promise<never>(() => {
    let soon: NodeJS.Timeout | undefined
    watch(folder, () => {
      clearTimeout(soon)
      soon = setTimeout(run, 200)
    })
  })
