import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../board.ts'
import { showProgress } from '../progress.ts'
import { startStandalone } from '../servers/start.ts'

/** R9: time of a first start on an empty directory, with and without the demo, and of later starts, until `/readyz` answers. */
export const startTimes = async (): Promise<Figure[]> => {
  const [withDemo] = await startsOf('1', 0)
  const [first, ...later] = await startsOf('0', 2)
  return [
    figure('first start on an empty directory, with the demo', withDemo, 6),
    figure('first start on an empty directory', first, 6),
    figure('later start', Math.min(...later), 2),
  ]
}

/** The seconds of a first start, then of `later` more starts. */
const startsOf = async (demo: '0' | '1', later: number): Promise<[number, ...number[]]> => {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'))
  const timed = async () => {
    const start = performance.now()
    const server = await startStandalone(directory, demo)
    const seconds = (performance.now() - start) / 1000
    await server.stop()
    return seconds
  }
  showProgress(`R9: a first start ${demo === '1' ? 'with' : 'without'} the demo`)
  const seconds: [number, ...number[]] = [await timed()]
  for (let n = 0; n < later; n += 1) seconds.push(await timed())
  const home = await realpath(join(directory, 'postgres'))
  for (const connection of [home, directory]) await rm(connection, { recursive: true, force: true })
  return seconds
}

const figure = (title: string, seconds: number, most: number): Figure => ({
  row: 'R9',
  title: `${title}, until /readyz`,
  value: `${seconds.toFixed(1)} s`,
  target: `≤ ${most} s`,
  isMet: seconds <= most,
})
