import { setTimeout as pause } from 'node:timers/promises'
import { NEEDS_POPPLER, readPdf } from '../test/pdf.ts'
import { catalogOf } from './kit/catalog.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fixturesFor } from './kit/fixtures.ts'
import { openIds } from './kit/ids.ts'
import { mayUse, operationsOf } from './kit/operations.ts'
import { type Caller, PASSWORD } from './kit/people.ts'
import { randomFrom } from './kit/random.ts'
import type { Service } from './kit/service.ts'

const HOURS = 3_600_000
const environments: Record<string, Record<string, string>> = {
  'two days ahead': { CLOCK_SHIFT: String(48 * HOURS) },
  'two days behind': { CLOCK_SHIFT: String(-48 * HOURS) },
  UTC: { TZ: 'UTC' },
  'Asia/Taipei': { TZ: 'Asia/Taipei' },
  'America/Los_Angeles': { TZ: 'America/Los_Angeles' },
  'Pacific/Kiritimati': { TZ: 'Pacific/Kiritimati' },
}
const askers: Caller[] = ['admin', 'sales', 'customer', 'leader', 'stranger']

export default drill({
  id: 'O5',
  title: 'process clock ± 48 h; TZ in UTC, Taipei, Los Angeles, Kiritimati',
  target: "the same answers, byte for byte; deadlines by the database's clock",
  run: async (context) => {
    if (NEEDS_POPPLER) return { value: NEEDS_POPPLER, pass: undefined }
    const flags = ['--import', new URL('./kit/clock.mjs', import.meta.url).href]
    const faults: string[] = []
    const right = await context.start({}, flags)
    const questions = await questionsFor(context, right)
    const expected = await answersOf(context, right, questions)
    for (const [name, environment] of Object.entries(environments)) {
      const service = await context.start(environment, flags)
      const seen = await answersOf(context, service, questions)
      // A difference may be caused by the time that has passed, or by a job that has run meanwhile, so both processes are asked
      // again.
      const different = questions.filter((_, i) => seen[i] !== expected[i])
      const [again, seenAgain] = [
        await answersOf(context, right, different),
        await answersOf(context, service, different),
      ]
      different.forEach(({ caller, path }, i) => {
        if (seenAgain[i] !== again[i])
          faults.push(`${name}: ${caller} GET ${path}: ${differing(seenAgain[i], again[i])}`)
      })
      faults.push(...(await deadlines(context, right, service)).map((fault) => `${name}: ${fault}`))
      await service.stop()
    }
    printFaults(context, faults)
    return {
      value: `${faults.length} different; ${questions.length} reads × ${Object.keys(environments).length} environments`,
      pass: faults.length === 0,
    }
  },
})

// These answers depend on the process and its clock, on chance, or on when a token was last used.
const ofTheMoment = /^\/(metrics|api\/health$|api\/me\/sessions|api\/me\/tokens|api\/notifications\/stream)/

const questionsFor = async (context: Context, { ask }: Service) => {
  const operations = await operationsOf(ask)
  const ids = await openIds(context.query, await catalogOf(context.query))
  const random = randomFrom(context.seed)
  return operations
    .filter(({ method, path }) => method === 'GET' && !ofTheMoment.test(path) && !/link$|next-serial/.test(path))
    .flatMap((operation) =>
      askers
        .filter((caller) => mayUse(operation, caller, context.people))
        .map((caller) => ({ caller, path: ids.pathWithIds(random, operation, 1) })),
    )
}
type Question = Awaited<ReturnType<typeof questionsFor>>[number]

const answersOf = async ({ people }: Context, { ask, url }: Service, questions: Question[]) => {
  const answers: string[] = []
  await inParallel(questions.length, 6, async (n) => {
    const { caller, path } = questions[n] ?? { caller: 'stranger', path: '/' }
    const headers = { 'x-request-id': 'same' }
    const { status, text, bytes } = await ask('GET', path, { token: people[caller].token, headers })
    answers[n] = `${status} ${text.startsWith('%PDF') ? wordsOn(bytes) : text.replaceAll(url, '')}`
  })
  return answers
}

// A paper contains the time of printing, to the minute.
const wordsOn = (paper: Buffer) => readPdf(paper).text.replaceAll(/\d\d:\d\d/g, '')

const differing = (one = '', other = '') => {
  const at = [...one].findIndex((letter, i) => letter !== other[i])
  return `…${one.slice(Math.max(0, at - 60), at + 40)}… instead of …${other.slice(Math.max(0, at - 60), at + 40)}…`
}

/** Sessions and offers expire by the database's clock, not by that of the process. */
const deadlines = async (context: Context, right: Service, service: Service) => {
  const faults: string[] = []
  const body = { email: 'op@demo.guidon.local', password: PASSWORD }
  const signedIn = await service.ask('POST', '/api/login', { body, headers: { 'x-forwarded-for': '198.51.100.9' } })
  const session = await right.ask('GET', '/api/me', { token: signedIn.body?.data?.token })
  if (signedIn.status !== 200 || session.status !== 200)
    faults.push(`signing in was answered ${signedIn.status}, and the session ${session.status}`)
  const fixtures = fixturesFor(context, right.ask)
  const answer = async (inTime: string) => {
    const [row] = await context.query<{ at: string }>('select to_json(now() + $1::interval) as at', [inTime])
    const { offer } = await fixtures.offer(row?.at)
    if (inTime.startsWith('1 s')) await pause(1_500)
    const path = `/api/addon-requests/communications/${offer}/customer-response`
    return service.ask('PATCH', path, { token: context.people.customer.token, body: { customer_response: 'accepted' } })
  }
  const early = await answer('1 hour')
  const late = await answer('1 second')
  if (early.status !== 200) faults.push(`an answer in time was answered ${early.status} ${early.text.slice(0, 120)}`)
  if (late.body?.code !== 'answer_too_late')
    faults.push(`an answer too late was answered ${late.status} ${late.text.slice(0, 120)}`)
  return faults
}
