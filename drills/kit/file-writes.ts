import { setTimeout as pause } from 'node:timers/promises'
import { pdf } from '../../test/fixtures/samples.ts'
import type { Answer } from './client.ts'
import { inParallel } from './concurrency.ts'
import type { Context } from './context.ts'
import { encodeForm } from './encode.ts'
import { outageFault } from './outage-faults.ts'
import type { Service } from './service.ts'

// Two attempts of 6 s each, and the other time of a request.
const TIMEOUT = 16_000

/** Files in state `stays` are read, the others removed; `unknown`: the process was killed during the removal. */
type Stored = { at: string; name: string; state: 'stays' | 'goes' | 'removed' | 'unknown' }

/** Uploads, reads and removals of files, and writes that need no file, recorded in the drill's ledger. */
export const fileWrites = ({ people, query, random }: Context, services: readonly [Service, ...Service[]]) => {
  const { token } = people.admin
  const stored: Stored[] = []
  const refused: string[] = []
  const faults: string[] = []
  let [isAway, longest] = [false, 0]

  /** Only requests that need the bucket may be refused, and only while it is away. */
  const judged = async (what: string, service: Service, asking: Promise<Answer>, needsBucket: boolean) => {
    const [began, wasAway] = [Date.now(), isAway]
    const answer = await asking.catch(() => undefined)
    const took = Date.now() - began
    longest = Math.max(longest, took)
    // The other process is killed, and the bytes of a read may end early together with the bucket.
    if (!answer && (service !== services[0] || what === 'a read')) return undefined
    const fault = outageFault(answer, took, TIMEOUT)
    if (fault) faults.push(`${what}: ${fault}`)
    else if (answer && answer.status >= 400 && !(answer.status === 503 && needsBucket && (wasAway || isAway)))
      faults.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer
  }
  const upload = async (service: Service, n: number) => {
    const name = `paper-${n}.pdf`
    const form = new FormData()
    form.set('file', new File([new Uint8Array(pdf)], name))
    const sent = { token, timeout: 30_000, ...(await encodeForm(form)) }
    const answer = await judged('an upload', service, service.ask('POST', '/api/attachments', sent), true)
    if (answer?.status === 201)
      stored.push({ at: `/api/attachments/${answer.body.data.id}`, name, state: stored.length % 2 ? 'goes' : 'stays' })
    if (answer?.status === 503) refused.push(name)
  }
  const read = async (service: Service) => {
    const file = random.maybe(stored.filter(({ state }) => state === 'stays'))
    if (!file) return
    const answer = await judged('a read', service, service.ask('GET', file.at, { token, timeout: 30_000 }), true)
    if (answer?.status === 200 && answer.text !== pdf.toString()) faults.push(`${file.name} has other bytes`)
  }
  const remove = async (service: Service) => {
    const file = random.maybe(stored.filter(({ state }) => state === 'goes'))
    if (!file) return
    file.state = 'unknown'
    const answer = await judged('a removal', service, service.ask('DELETE', file.at, { token }), false)
    if (answer?.status === 200) file.state = 'removed'
  }
  const season = (service: Service) => {
    const body = {
      code: `F${random.text(10).toUpperCase()}`,
      name: '季',
      starts_on: '2027-01-01',
      ends_on: '2027-01-02',
    }
    return judged('a season', service, service.ask('POST', '/api/seasons', { token, body }), false)
  }
  const kinds = [upload, read, season, upload, read, remove]
  return {
    faults,
    one: async (n: number) => {
      await kinds[n % kinds.length]?.(services[n % services.length] ?? services[0], n)
      await pause(50)
    },
    setAway: (is: boolean) => {
      isAway = is
    },
    /** Waits until `more` further uploads are stored. */
    untilStored: async (more = 1) => {
      for (const enough = stored.length + more; stored.length < enough; ) await pause(20)
    },
    count: () => ({
      stored: stored.length,
      refused: refused.length,
      removed: stored.filter(({ state }) => state === 'removed').length,
      longest,
    }),
    /** Files that were acknowledged and cannot be read, and rows of uploads that were refused. */
    lost: async () => {
      const lost: string[] = []
      await inParallel(stored.length, 8, async (n) => {
        const { at, name, state } = stored[n] ?? { at: '', name: '', state: 'unknown' }
        if (state === 'unknown') return
        const answer = await services[0].ask('GET', at, { token }).catch(() => undefined)
        if (answer?.status !== (state === 'removed' ? 404 : 200))
          lost.push(`${name} (${state}) answers ${answer?.status ?? 'nothing'}`)
        else if (answer.status === 200 && answer.text !== pdf.toString()) lost.push(`${name} has other bytes`)
      })
      const rows = await query<{ name: string }>('select name from files where name = any ($1)', [refused])
      return [...lost, ...rows.map(({ name }) => `the upload of ${name} was refused, and it has a row`)]
    },
  }
}
