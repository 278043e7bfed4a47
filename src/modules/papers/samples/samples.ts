import { readFile } from 'node:fs/promises'
import { sampleAgency } from './agency.ts'

/** The facts from which samples of the templates are printed: those of the demo, with an invented agency. */
export async function readSamples() {
  const all: Record<string, object> = JSON.parse(await readFile(new URL('facts.json', import.meta.url), 'utf8'))
  return Object.entries(all).map(([template, own]) => ({ template, own, facts: { ...sampleAgency, ...own } }))
}
