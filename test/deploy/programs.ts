import { spawnSync } from 'node:child_process'

/** The output and exit status of a program. */
export const said = (program: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}
