import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { notify } from '../notifications/actions.ts'
import { concernedBy } from '../travelers/people.ts'
import { kindWords, statusWords } from './labels.ts'

/** Notifies the other side of a wish's step. */
export const notifyOfWish = async (tx: Tx, { request_id, actor_id, what }: Events['traveler-request.changed']) => {
  const { kind, booking_id } = await wish(tx, request_id)
  const { serial, booking_number, customer, sales } = await concernedBy(tx, booking_id)
  const person = what === 'made' ? sales : customer
  if (person === null || person === actor_id || quiet.some((status) => status === what)) return
  const title: Words = what === 'made' ? ['新的旅客需求', 'A traveler wishes for something'] : ['旅客需求', 'A wish']
  const state: Words = what === 'made' ? ['', ''] : [`：${statusWords[what][0]}`, `: ${statusWords[what][1]}`]
  await notify(tx, [person], {
    event: `traveler-request.${what}`,
    title: [`${serial} ${title[0]}`, `${serial} ${title[1]}`],
    body: [`${booking_number} ${kindWords[kind][0]}${state[0]}`, `${booking_number} ${kindWords[kind][1]}${state[1]}`],
    subject: { type: 'traveler_request', id: request_id },
  })
}

// Internal steps, which cause no notice.
const quiet = ['open', 'acknowledged', 'passed_on']

const wish = (tx: Tx, id: number) =>
  tx
    .selectFrom('traveler_requests as r')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .select(['r.kind', 'v.booking_id'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
