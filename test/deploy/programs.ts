import { spawnSync } from 'node:child_process'

/** Whether a program is here to check a file of deploy/ with. */
const isInstalled = (program: string) => !spawnSync(program, ['--version']).error

/** For the option `skip` of a test: why it cannot run here, said so that nobody overlooks it. */
export const missing = (...programs: string[]) => {
  const absent = programs.filter((program) => !isInstalled(program))
  if (!absent.length) return false
  const reason = `NOT TESTED: ${absent.join(' and ')} missing. Install it, or this part of deploy/ goes out unchecked.`
  console.error(`\n!!! ${reason}\n`)
  return reason
}

/** What a program says and how it ends. */
export const said = (program: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}
