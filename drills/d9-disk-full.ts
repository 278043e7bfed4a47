import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pdf } from '../test/fixtures/samples.ts'
import type { Answer } from './kit/client.ts'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { encodeForm } from './kit/encode.ts'
import { type Service, startService } from './kit/service.ts'

const MEGABYTES = 500
const WELL_AGAIN_MS = 30_000

export default drill({
  id: 'D9',
  title: 'the disk full under writes and uploads; database, files and log on it',
  target:
    'no API exit; what cannot be kept is 503 with Retry-After; well ≤ 30 s after there is room; 0 acknowledged lost',
  run: async (context) => {
    const disk = smallDisk(context)
    if (!disk) return { value: 'needs root and mount, to have a small disk', pass: undefined }
    const { DATABASE_URL: _elsewhere, ...alone } = context.settings
    const service = await startService(disk, { ...alone, DATA_DIR: disk, DEMO: '1' })
    context.atEnd(() => service.stop())
    const writes = await writing(context, service)
    const ballast = join(disk, 'ballast')
    const recovered = await repeatWhile(6, writes.one, async () => {
      await pause(2_000)
      fill(ballast, disk)
      await pause(Math.max(4_000, 15_000 * context.scale))
      rmSync(ballast)
      return untilWell(service, writes.token)
    })
    const faults = [...writes.faults, ...(await writes.lost())]
    if (service.exit() !== undefined) faults.push(`the API process ended with ${service.exit()}`)
    if (recovered > WELL_AGAIN_MS) faults.push(`well again only after ${recovered} ms`)
    printFaults(context, faults)
    const { kept, refused } = writes
    const seen = `${kept.length} kept, ${refused.count} × 503, well ${(recovered / 1000).toFixed(1)} s after there was room`
    return { value: `${faults.length} wrong; ${seen}`, pass: faults.length === 0 && refused.count > 0 }
  },
})

// A small disk in memory (tmpfs), unmounted when the drill ends.
const smallDisk = ({ home, atEnd }: Context) => {
  const disk = join(home, 'disk')
  mkdirSync(disk, { recursive: true, mode: 0o711 })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=711`, 'tmpfs', disk])
  if (status !== 0) return undefined
  atEnd(() => spawnSync('umount', ['-l', disk]))
  return disk
}

/** Fills the disk completely. */
const fill = (ballast: string, disk: string) => {
  for (let left = room(disk); left > 0; left = room(disk)) {
    try {
      writeFileSync(ballast, Buffer.alloc(Math.min(left, 1_048_576)), { flag: 'a' })
    } catch {
      return
    }
  }
}
const room = (disk: string) => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

type Kept = { path: string; text?: string }

/** Writes seasons and files, each with its own name. Acknowledged writes are read again at the end. */
const writing = async ({ random }: Context, { ask }: Service) => {
  const account = { email: 'admin@demo.guidon.local', password: 'guidon-demo' }
  const token: string = (await ask('POST', '/api/login', { body: account })).body.data.token
  const [kept, faults, refused]: [Kept[], string[], { count: number }] = [[], [], { count: 0 }]

  const season = () => {
    const body = {
      code: `D${random.text(10).toUpperCase()}`,
      name: '季',
      starts_on: '2027-01-01',
      ends_on: '2027-01-02',
    }
    return ask('POST', '/api/seasons', { token, body: { ...body, level: 'low' } })
  }
  const file = async () => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(pdf)], 'paper.pdf'))
    return ask('POST', '/api/attachments', { token, ...(await encodeForm(form)) })
  }
  const one = async (n: number) => {
    const answer = await (n % 3 ? season() : file()).catch((error: Error) => error.message)
    const fault = typeof answer === 'string' ? answer : faultOf(answer)
    if (fault) faults.push(fault)
    if (typeof answer !== 'string' && answer.status === 201) kept.push({ path: `${answer.headers.location}` })
    if (typeof answer !== 'string' && answer.status === 503) refused.count += 1
    await pause(50)
  }
  const lost = async () => {
    const wrong: string[] = []
    for (const { path } of kept) {
      const { status } = await ask('GET', path, { token })
      if (status !== 200) wrong.push(`${path} was acknowledged and answers ${status}`)
    }
    return wrong
  }
  return { token, kept, faults, refused, one, lost }
}

const faultOf = ({ status, headers, text }: Answer) => {
  if (status >= 500 && status !== 503) return `answered ${status} ${text.slice(0, 160)}`
  if (status === 503 && !headers['retry-after']) return 'a 503 without Retry-After'
  return status === 201 || status === 503 ? undefined : `answered ${status} ${text.slice(0, 160)}`
}

const untilWell = async ({ ask }: Service, token: string) => {
  const began = Date.now()
  const isWell = async () => {
    const body = { code: `W${Date.now()}`, name: '季', starts_on: '2027-01-01', ends_on: '2027-01-02', level: 'low' }
    return (await ask('POST', '/api/seasons', { token, body }).catch(() => undefined))?.status === 201
  }
  while (!(await isWell()) && Date.now() - began < 90_000) await pause(100)
  return Date.now() - began
}
