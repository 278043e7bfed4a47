import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Io } from '../io.ts'
import type { Operator } from './registry.ts'

const program = fileURLToPath(new URL('../../main.mjs', import.meta.url))

/**
 * Runs a command in a process of its own with the settings of one operator: nothing of another operator is within its reach,
 * and its failure is not that of the next one.
 */
export const runFor = async ({ env }: Pick<Io, 'env'>, { settings }: Operator, words: readonly string[]) => {
  const child = spawn(process.execPath, [program, ...words], {
    // Not the directory of the caller, whose .env would complete the settings.
    cwd: settings.DATA_DIR,
    env: { ...shared(env), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { isFine: code === 0, said: (code === 0 ? out : err).trim().replaceAll('\n', ' ') }
}

// Whoever may make databases may read all of them, so a process of one operator does not get that address.
const shared = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('OPERATORS_')))
