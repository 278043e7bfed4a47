import { spawnSync } from 'node:child_process'

/** Whether a program that checks a file of deploy/ is installed. */
const isInstalled = (program: string) => !spawnSync(program, ['--version']).error

/** For the option `skip` of a test: the reason why it cannot run here, which the report shows. */
export const missing = (...programs: string[]) => {
  const absent = programs.filter((program) => !isInstalled(program))
  if (!absent.length) return false
  const reason = `NOT TESTED: ${absent.join(' and ')} missing. Install it, or this part of deploy/ goes out unchecked.`
  console.error(`\n!!! ${reason}\n`)
  return reason
}

/** The output and exit status of a program. */
export const said = (program: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}
