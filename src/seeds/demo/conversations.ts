import { Temporal } from 'temporal-polyfill'
import { settleAll } from '../../kit/async/settle.ts'
import { type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { answerOffer } from '../../modules/addon-requests/answers.ts'
import { addMessage } from '../../modules/addon-requests/entries.ts'
import { turns } from '../../modules/addon-requests/flow.ts'
import { lockedRequest } from '../../modules/addon-requests/locked-request.ts'
import { createRequest } from '../../modules/addon-requests/open.ts'
import { answers, priorities } from '../../modules/addon-requests/request.ts'
import { takeTurn } from '../../modules/addon-requests/turns.ts'
import { seesAll } from '../../modules/users/reader.ts'
import type { Calendar } from './calendar.ts'
import { moveBack } from './past.ts'
import type { People } from './people.ts'

type Step = { at: Temporal.Instant; row: SeedRow }
type Stage = { calendar: Calendar; people: People; travelers: Map<string, number> }

/**
 * Creates the add-on requests and takes all turns through the actions of the modules, with the accounts that would take them. The
 * turns of one request are in order; different requests are processed at the same time, so that the database is always busy.
 */
export async function playConversations(tx: Tx, stage: Stage) {
  const types = await typesByCode(tx)
  const requests = new Map<string, number>()

  const step = async ({ at, row }: Step) => {
    const { request: name = '', who = '', type = '', deadline } = row
    const actor = stage.people.get(who)
    const type_id = types.get(type)
    if (actor && type_id) requests.set(name, await ask(tx, actor, stage, row, type_id))
    const request = requests.get(name)
    // Requests of a retired type are left out.
    if (!request) return []
    if (!type) await take(tx, actor, request, row, deadline ? `${stage.calendar.ahead(at, deadline)}` : undefined)
    return { request, moment: `${at}`, actor: actor?.id ?? null }
  }
  for (const round of roundsOf(stage.calendar)) await moveBack(tx, (await settleAll(round.map(step))).flat())
  return [...requests.values()]
}

const typesByCode = async (tx: Tx) => {
  const types = await tx
    .selectFrom('addon_request_types')
    .select(['id', 'type_code'])
    .where('is_active', '=', true)
    .execute()
  return new Map(types.map(({ id, type_code }) => [type_code, id]))
}

/** The new requests, then the first turn of every request, then the second, each round in order of time. */
const roundsOf = (calendar: Calendar) => {
  const steps = [...seedRows('demo/requests'), ...seedRows('demo/turns')]
    .map((row): Step => ({ at: calendar.instant(row.when), row }))
    .sort((one, other) => Temporal.Instant.compare(one.at, other.at))
  const ofEach = [...Map.groupBy(steps, ({ row }) => row.request).values()]
  const most = Math.max(...ofEach.map(({ length }) => length))
  return Array.from({ length: most }, (_, nth) => ofEach.flatMap((steps) => steps[nth] ?? []))
}

const ask = (tx: Tx, actor: Actor, { calendar, travelers }: Stage, row: SeedRow, type_id: number) =>
  createRequest(tx, actor, {
    type_id,
    traveler_id: travelers.get(`${row.booking} ${row.traveler}`) ?? 0,
    quantity: Number(row.quantity),
    details: Object.fromEntries((row.details ?? '').split('|').map((detail) => detail.split('='))),
    needed_by: `${calendar.day(row.needed)}`,
    priority: priorities.find((priority) => priority === row.priority),
    message: row.message,
  })

/** Takes a turn, gives the customer's answer or writes a message. Customers without an account answer by the mailed link. */
const take = async (tx: Tx, actor: Actor | undefined, id: number, row: SeedRow, deadline: string | undefined) => {
  const { turn = '', price, answer, message = '' } = row
  const customer_response = answers.find((each) => each === answer)
  if (customer_response)
    await answerOffer(tx, actor, await lockedRequest(tx, seesAll, id), { customer_response, response_message: message })
  if (!actor) return
  if (turn === 'note' || turn === 'message') await addMessage(tx, actor, id, { message, is_internal: turn === 'note' })
  if (!isTaken(turn)) return
  const said = price ? { quoted_price: Number(price), final_price: Number(price) } : {}
  await takeTurn(tx, actor, id, turn, {
    message,
    reason: message,
    customer_response_deadline: deadline,
    ...said,
  })
}

const isTaken = (turn: string): turn is Exclude<keyof typeof turns, 'customer-response'> =>
  turn in turns && turn !== 'customer-response'
