import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../board.ts'
import { startAlone } from '../servers/start.ts'
import { tell } from '../tell.ts'

/** S: from nothing to `/readyz`, and again. */
export const startTimes = async (): Promise<Figure[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'))
  const timed = async () => {
    const start = performance.now()
    const server = await startAlone(directory)
    const seconds = (performance.now() - start) / 1000
    await server.stop()
    return seconds
  }
  tell('S: the first start')
  const first = await timed()
  tell('S: later starts')
  const later = Math.min(await timed(), await timed())
  const home = await realpath(join(directory, 'postgres'))
  for (const place of [home, directory]) await rm(place, { recursive: true, force: true })
  return [figure('first start on an empty directory', first, 5), figure('later start', later, 1.5)]
}

const figure = (says: string, seconds: number, most: number): Figure => ({
  row: 'S',
  says: `${says}, until /readyz`,
  seen: `${seconds.toFixed(1)} s`,
  target: `≤ ${most} s`,
  isMet: seconds <= most,
})
