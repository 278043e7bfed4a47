import type { Logger } from 'pino'
import { wordsOnPapers } from './code-lists.ts'
import type { Config } from './config.ts'
import type { Database } from './kit/db/connect.ts'
import type { Store } from './kit/files/store.ts'
import { openPapers } from './kit/papers/papers.ts'
import type { Press } from './kit/papers/printer.ts'
import { letterheadOf } from './modules/house/letterhead.ts'
import { moneyReaders } from './modules/roles.ts'

type Needed = { database: Database; files: Store; log: Logger; press?: Press | undefined }

/** Prints papers; templates of the operator override ours. */
export function papersOf({ papersDir }: Pick<Config, 'papersDir'>, { database, files, ...given }: Needed) {
  return openPapers({
    templates: papersDir ? [papersDir] : [],
    common: letterheadOf(database.db, files),
    words: wordsOnPapers,
    // Papers for the office are printed first; customers and leaders can wait a moment.
    goesFirst: ({ roles }) => roles.some((role) => office.has(role)),
    ...given,
  })
}

const office: ReadonlySet<string> = new Set(moneyReaders)
