import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Connection } from '../dataset/cluster.ts'
import { start, variablesOf } from './start.ts'

const directory = fileURLToPath(new URL('../peer', import.meta.url))

/** The peer. It is installed at its first use with its own lock file, so that the project does not depend on it. */
export const startPeer = (connection: Connection) => {
  if (!existsSync(`${directory}/node_modules`)) install()
  return start('peer', ['bench/peer/server.mjs'], variablesOf(connection))
}

const install = () => {
  const { status, stderr } = spawnSync('npm', ['ci', '--no-workspaces', '--ignore-scripts'], { cwd: directory })
  if (status !== 0) throw new Error(`The peer could not be installed: ${String(stderr)}`)
}
