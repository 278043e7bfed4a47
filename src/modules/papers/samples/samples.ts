import { readFile } from 'node:fs/promises'
import { sampleAgency } from './agency.ts'

/** What each template is printed from without records: facts of the demo's papers, and with them those of an agency that is made up. */
export async function readSamples() {
  const all: Record<string, object> = JSON.parse(await readFile(new URL('facts.json', import.meta.url), 'utf8'))
  return Object.entries(all).map(([template, own]) => ({ template, own, facts: { ...sampleAgency, ...own } }))
}
