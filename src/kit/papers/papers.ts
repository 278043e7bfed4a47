import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Caller } from '../async/fair-limiter.ts'
import { found, unavailable } from '../errors.ts'
import type { Locale } from '../words/words.ts'
import { type Press, printer } from './printer.ts'
import { PressNotStarted } from './process.ts'
import { templatesIn } from './templates.ts'
import type { Shop, Work } from './work.ts'

declare module '../jobs/jobs.ts' {
  interface JobTools {
    papers: Papers
  }
}

/** A paper: the name of its template, its facts, the language in which it is printed, and the pictures that its facts name. */
type Paper = { template: string; facts: object; locale: Locale; pictures?: Record<string, Uint8Array> }
/** What every paper has besides its own facts: the agency, the time of printing, and the colour of the agency as `#rrggbb`. */
type Common = () => Promise<{ facts: object; pictures: Record<string, Uint8Array>; accent: string }>
/** The account that prints. Accounts take turns in the queue. */
type Account = { id: number; roles: readonly string[] }
type For = Account | Caller
export type Papers = {
  print: (paper: Paper, wantedBy: For) => Promise<Buffer>
  /** Several papers in one PDF, each beginning on a new page. */
  printAll: (papers: readonly Omit<Paper, 'locale'>[], locale: Locale, wantedBy: For) => Promise<Buffer>
  /** The colour of the agency, for the headings of workbooks. */
  accent: () => Promise<string>
  /** The text of a template, and whether it is the operator's own file in place of ours. */
  source: (template: string) => Promise<{ text: string; is_own: boolean }>
  close: () => void
}

type Given = {
  templates: readonly string[]
  common: Common
  /** The names of the codes that templates may show, by list. */
  words: (locale: Locale) => object
  /** Whether the papers of an account pass those of others in the queue. */
  goesFirst: (account: Account) => boolean
  log: Logger
  /** An existing printer with the same templates. */
  press?: Press | undefined
}

/** Prints the papers of the service. */
export function openPapers({ templates, common, words, goesFirst, log, press }: Given): Papers {
  const shop = shopWith(templates)
  const { make: print, retire } = press ?? printer(shop)
  const callerOf = (wantedBy: For): Caller =>
    'who' in wantedBy ? wantedBy : { who: `account ${wantedBy.id}`, first: goesFirst(wantedBy) }
  const make = (work: Work, caller: Caller) =>
    print(work, caller).catch((error) => {
      if (!(error instanceof PressNotStarted)) throw error
      log.error({ err: error }, 'printing')
      throw unavailable()
    })
  const printed = async (papers: readonly Omit<Paper, 'locale'>[], locale: Locale, wantedBy: For) => {
    const { pictures: ofAll, facts: shared } = await common()
    const pictures = Object.assign({ ...ofAll }, ...papers.map((paper) => paper.pictures))
    const onAll = { ...shared, words: words(locale) }
    const all = papers.map(({ template, facts }) => ({
      template,
      facts: JSON.stringify({ ...onAll, ...facts, locale }),
    }))
    const [one] = all
    const work = one && all.length === 1 ? { ...one, pictures } : { papers: all, pictures }
    const { bytes, missing } = await make(work, callerOf(wantedBy))
    const template = papers.map((paper) => paper.template).join(', ')
    if (missing.length) log.warn({ template, missing }, 'no font has these characters; a paper shows them as 〓')
    return bytes
  }
  return {
    print: ({ locale, ...paper }, wantedBy) => printed([paper], locale, wantedBy),
    printAll: printed,
    accent: async () => (await common()).accent,
    source: async (template) => {
      const { path, isOwn } = found(templatesIn(shop.templates).get(`${template}.typ`))
      return { text: await readFile(path, 'utf8'), is_own: isOwn }
    },
    close: retire,
  }
}

/** Our templates, with files in the given folders in place of ours. */
export function shopWith(templates: readonly string[]): Shop {
  const engine = dirname(fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler')))
  return { engine, templates: [resolve(import.meta.dirname, '../../../papers'), ...templates] }
}
