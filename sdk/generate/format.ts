import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url))

/** The text in the format of all sources. */
export const formatted = (name: string, text: string) =>
  execFileSync(biome, ['format', `--stdin-file-path=${name}`], { input: text, encoding: 'utf8', maxBuffer: 2 ** 25 })
