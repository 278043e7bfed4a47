import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Place } from '../async/fair-limiter.ts'
import { found, unavailable } from '../errors.ts'
import type { Locale } from '../words/words.ts'
import { type Press, printer } from './printer.ts'
import { PressNotStarted } from './process.ts'
import { templatesIn } from './templates.ts'
import type { SheetOfBook, Shop, Work } from './work.ts'

declare module '../jobs/jobs.ts' {
  interface JobTools {
    papers: Papers
  }
}

/** A paper: the name of its template, its facts, and the language in which it is printed. */
type Paper = { template: string; facts: object; locale: Locale }
/** What every paper shows besides its own facts: who prints it, and when. */
type Common = () => Promise<{ facts: object; pictures: Record<string, Uint8Array> }>
/** Who wants it: an account, or another one with a place of its own. */
type Account = { id: number; role: string }
type For = Account | Place
export type Papers = {
  print: (paper: Paper, wantedBy: For) => Promise<Buffer>
  workbook: (sheets: SheetOfBook[], wantedBy: For) => Promise<Buffer>
  /** The text of a template, and whether the operator's own lies over ours. */
  source: (template: string) => Promise<{ text: string; is_own: boolean }>
  close: () => void
}

type Given = {
  templates: readonly string[]
  common: Common
  /** The codes that templates may show, by list, in words. */
  words: (locale: Locale) => object
  /** Whether the papers of an account pass those of others. */
  goesFirst: (account: Account) => boolean
  log: Logger
  /** A printer with the same templates that is already there. */
  press?: Press | undefined
}

/** Prints the papers of the service. */
export function openPapers({ templates, common, words, goesFirst, log, press }: Given): Papers {
  const shop = shopWith(templates)
  const { make: print, retire } = press ?? printer(shop)
  const placeOf = (wantedBy: For): Place =>
    'who' in wantedBy ? wantedBy : { who: `account ${wantedBy.id}`, first: goesFirst(wantedBy) }
  const make = (work: Work, place: Place) =>
    print(work, place).catch((error) => {
      if (!(error instanceof PressNotStarted)) throw error
      log.error({ err: error }, 'printing')
      throw unavailable()
    })
  return {
    print: async ({ template, facts, locale }, wantedBy) => {
      const { pictures, ...shared } = await common()
      const work = {
        template,
        facts: JSON.stringify({ ...shared.facts, words: words(locale), ...facts, locale }),
        pictures,
      }
      const { bytes, missing } = await make(work, placeOf(wantedBy))
      if (missing.length) log.warn({ template, missing }, 'no font has these characters; a paper shows them as 〓')
      return bytes
    },
    workbook: async (sheets, wantedBy) => (await make({ sheets }, placeOf(wantedBy))).bytes,
    source: async (template) => {
      const { path, isOwn } = found(templatesIn(shop.templates).get(`${template}.typ`))
      return { text: await readFile(path, 'utf8'), is_own: isOwn }
    },
    close: retire,
  }
}

/** The shop with the fonts that come with the service. */
export function shopWith(templates: readonly string[]): Shop {
  return {
    engine: folderOf('@myriaddreamin/typst-ts-web-compiler'),
    fonts: families.flatMap(({ name, file }) =>
      ['400Regular', '700Bold'].map((weight) => resolve(folderOf(name), weight, `${file}_${weight}.ttf`)),
    ),
    templates: [resolve(import.meta.dirname, '../../../papers'), ...templates],
  }
}

// Latin letters come from Source Sans, because Noto Sans TC has no č, ř or ł.
const families = [
  { name: '@expo-google-fonts/noto-sans-tc', file: 'NotoSansTC' },
  { name: '@expo-google-fonts/source-sans-3', file: 'SourceSans3' },
]
const folderOf = (name: string) => dirname(fileURLToPath(import.meta.resolve(name)))
