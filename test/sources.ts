import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Source = { path: string; text: string }

/** The TypeScript files in a folder, without `.data`, the working directory of drills and bench. */
export const filesIn = (folder: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('.data/'))
    .map((path) => join(folder, path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** The sources of the service, without tests. */
export const sources = filesIn('src').filter(({ path }) => !path.endsWith('.test.ts'))

/** The files of the project that a file imports, `import type` included. */
export const importedFiles = ({ path, text }: Source) =>
  [...text.matchAll(IMPORT)]
    .map(([, named, dynamic]) => named ?? dynamic ?? '')
    .filter((target) => target.startsWith('.'))
    .map((target) => join(dirname(path), target))

const IMPORT = /^(?:import|export)(?: type\b)?(?:[\w*\s{},$]+from)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm
