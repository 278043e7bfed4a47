import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../board.ts'
import { showProgress } from '../progress.ts'
import { startStandalone } from '../servers/start.ts'

/** S: time of a first start on an empty directory and of later starts, until `/readyz` answers. */
export const startTimes = async (): Promise<Figure[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'))
  const timed = async () => {
    const start = performance.now()
    const server = await startStandalone(directory)
    const seconds = (performance.now() - start) / 1000
    await server.stop()
    return seconds
  }
  showProgress('S: the first start')
  const first = await timed()
  showProgress('S: later starts')
  const later = Math.min(await timed(), await timed())
  const home = await realpath(join(directory, 'postgres'))
  for (const connection of [home, directory]) await rm(connection, { recursive: true, force: true })
  return [figure('first start on an empty directory', first, 5.5), figure('later start', later, 1.5)]
}

const figure = (title: string, seconds: number, most: number): Figure => ({
  row: 'S',
  title: `${title}, until /readyz`,
  value: `${seconds.toFixed(1)} s`,
  target: `≤ ${most} s`,
  isMet: seconds <= most,
})
