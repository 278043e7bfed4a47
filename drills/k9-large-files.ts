import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { branchBook, xmlRow } from '../test/fixtures/archives.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import type { LoopReport } from './kit/loop-watch.ts'
import type { Service } from './kit/service.ts'

const LIMIT_MS = 50
const LIMIT_MB = 150
/** A check that writes all lines and takes them back works for minutes, and the process cleans its memory meanwhile. */
const CHECK_MS = 100

export default drill({
  id: 'K9',
  title: 'files of 20 MB, of a million empty rows and with a cell of 15 MB are imported beside colleagues',
  target: `no iteration of the event loop > ${LIMIT_MS} ms of CPU, ≤ ${LIMIT_MB} MB more, each file refused or checked`,
  run: async (context) => {
    const faults: string[] = []
    const measured: string[] = []
    for (const file of files(context.scale)) {
      const { longest, megabytes, check, colleagues } = await beside(context, file, faults)
      const checked = check ? `, its check ${check.longest.toFixed(0)} ms, ${check.megabytes.toFixed(0)} MB` : ''
      measured.push(`${file.name} ${longest.toFixed(0)} ms, ${megabytes.toFixed(0)} MB${checked}`)
      context.print(`${measured.at(-1)}; ${colleagues} answers to colleagues`)
      if (longest > LIMIT_MS) faults.push(`${file.name}: an iteration of ${longest.toFixed(0)} ms`)
      if ((check?.longest ?? 0) > CHECK_MS)
        faults.push(`${file.name}: an iteration of its check of ${check?.longest} ms`)
      if (megabytes > LIMIT_MB) faults.push(`${file.name}: ${megabytes.toFixed(0)} MB more`)
    }
    printFaults(context, faults)
    return { value: measured.join('; '), pass: faults.length === 0 }
  },
})

type File = { sentAs: string; bytes: Buffer; status: number }
type Named = File & { name: string }

/** At a smaller scale the files stay as large, because a tenth of a file holds nobody up; there are fewer of them. */
const files = (scale: number): Named[] => {
  const name = '分公司'.repeat(20)
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `B${i},${name}${i}\n`).join('')
  const rows = (n: number) => Array.from({ length: n }, (_, i) => xmlRow(`B${i}`, `${name}${i}`)).join('')
  const all: Named[] = [
    { name: 'lines', sentAs: 'branches.csv', bytes: Buffer.from(`code,name\n${lines(99_000)}`), status: 201 },
    {
      name: 'a cell',
      sentAs: 'branches.csv',
      bytes: Buffer.from(`code,name\nA,${'x'.repeat(15_000_000)}\n`),
      status: 422,
    },
    {
      name: 'empty rows',
      sentAs: 'house.xlsx',
      bytes: branchBook(xmlRow('code', 'name') + '<row/>'.repeat(1_000_000)),
      status: 413,
    },
    { name: 'rows', sentAs: 'house.xlsx', bytes: branchBook(xmlRow('code', 'name') + rows(99_000)), status: 201 },
  ]
  return scale < 1 ? all.slice(0, 3) : all
}

/** Imports a file into a new process while colleagues work. */
const beside = async (context: Context, file: Named, faults: string[]) => {
  const report = join(context.home, `loop-${file.name.replace(' ', '-')}.json`)
  const service = await context.start({ LOOP_REPORT: report }, flags)
  await warm(context, service)
  const memory = memoryOf(service.pid())
  const before = memory()
  let [isDone, most, colleagues] = [false, before, 0]
  const work = async () => {
    for (; !isDone; await pause(10)) {
      const { status } = await service.ask('GET', COLLEAGUES, { token: context.people.sales.token })
      if (status !== 200) faults.push(`${file.name}: a colleague was answered ${status}`)
      colleagues += 1
      most = Math.max(most, memory())
    }
  }
  const working = work()
  const { status, text, body } = await sent(service, context.people.admin.token, file)
  if (status !== file.status) faults.push(`${file.name}: ${status} ${text.slice(0, 300)}`)
  const atReading = most
  if (status === 201) await untilChecked(context, service, body.data.id, file, faults)
  isDone = true
  await working
  await service.stop()
  const { longest }: LoopReport = JSON.parse(readFileSync(report, 'utf8'))
  // The first requests of a process compile their schemas; they are not beside an import.
  const worstOf = (...of: string[]) =>
    longest.find(({ requests }) => requests.some((request) => of.some((one) => request.includes(one))))?.ms ??
    Number.NaN
  const check = { longest: worstOf(COLLEAGUES), megabytes: most - before }
  return {
    longest: worstOf('POST /api/imports'),
    megabytes: atReading - before,
    ...(status === 201 && { check }),
    colleagues,
  }
}

/** What colleagues ask while a file is imported; before that they ask for the list alone. */
const COLLEAGUES = '/api/bookings?per_page=20'

const untilChecked = async ({ people }: Context, service: Service, id: number, file: Named, faults: string[]) => {
  for (const end = Date.now() + 1_800_000; Date.now() < end; await pause(500)) {
    const { body } = await service.ask('GET', `/api/imports/${id}`, { token: people.admin.token })
    const { status, refused, problems } = body.data
    if (status === 'checking') continue
    if (refused) faults.push(`${file.name}: ${refused} refused, ${JSON.stringify(problems.slice(0, 2))}`)
    return
  }
  faults.push(`${file.name}: the check did not end`)
}

/** The first request of a route compiles its schema; the first file loads the thread. Neither is of the file that is measured. */
const warm = async ({ people }: Context, service: Service) => {
  for (let i = 0; i < 200; i += 1) await service.ask('GET', '/api/bookings', { token: people.sales.token })
  await sent(service, people.admin.token, { sentAs: 'house.xlsx', bytes: Buffer.from('no workbook'), status: 422 })
  await sent(service, people.admin.token, {
    sentAs: 'branches.csv',
    bytes: Buffer.from('code,name\nA,a\n'),
    status: 201,
  })
}

const sent = async (service: Service, token: string | undefined, { sentAs, bytes }: File) => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), sentAs)
  const response = new Response(form)
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  const body = Buffer.from(await response.arrayBuffer())
  return service.ask('POST', '/api/imports', { token, body, headers, timeout: 300_000 })
}

/** The memory of a process in megabytes. */
const memoryOf = (pid: number) => () =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

const flags = ['--import', new URL('./kit/loop-watch.ts', import.meta.url).href]
