import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake, outcome } from '../../kit/flow.ts'
import type { Actor } from '../../kit/http/access.ts'
import { consequences, type Said } from './consequences.ts'
import { enter, say } from './entries.ts'
import { type Turn, type TurnName, turns } from './flow.ts'
import { departmentWords } from './labels.ts'
import { type HeldRequest, heldRequest } from './queries.ts'
import { isInCharge, needsQuote } from './rules.ts'
import type { Answer, MessageType } from './schema.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'addon-request.turned': { request_id: number; turn: TurnName; actor_id: number; entry_id: number; answer?: Answer }
  }
}

type Taken = Exclude<TurnName, 'customer-response'>

/** Takes a turn: the request is held, the table asked, the entry written, the status entered, the others told. */
export const takeTurn = async (tx: Tx, actor: Actor, requestId: number, name: Taken, said: Said) => {
  const request = await heldRequest(tx, actor, requestId)
  const turn: Turn = turns[name]
  if (!isInCharge(actor, turn.by, request.department)) refuseDepartment(request)
  mayTake(turns, name, request.status, mayNow(name, request, actor))

  const { change, answer, entry } = await consequences[name](tx, actor, request, said)
  const entry_id = await say(tx, actor, request.id, {
    sender_type: speaker(turn, actor),
    message_type: spoken(turn, answer),
    message: said.message ?? said.reason ?? turn.silently,
    is_internal: turn.internal,
    attachment_ids: said.attachment_ids,
    ...entry,
  })
  await enter(tx, request, outcome(turn, answer), turn, { ...change, ...(entry?.asks && { offer_id: entry_id }) })
  await emit(tx, 'addon-request.turned', {
    request_id: request.id,
    turn: name,
    actor_id: actor.id,
    entry_id,
    ...(answer && { answer }),
  })
  return entry_id
}

// What a status alone does not tell: a department may only finish an open request whose price is known,
// and a customer may only withdraw while nothing is confirmed.
const mayNow = (name: Taken, { status, type }: HeldRequest, { role }: Actor) => {
  if (name === 'department-final') return status !== 'open' || !needsQuote(type)
  if (name === 'cancel' && role === 'customer') return turns.cancel.also.customer.some((may) => may === status)
  return true
}

const speaker = ({ by, also = {} }: Turn, { role }: Actor) => {
  const party = role in also ? role : by
  return party === 'department' || party === 'customer' ? party : 'sales'
}

const spoken = ({ says }: Turn, answer: Answer | undefined): MessageType =>
  typeof says === 'string' ? says : (says[answer ?? ''] ?? 'note')

const refuseDepartment = ({ department }: HeldRequest) => {
  const [zh, en] = departmentWords[department]
  return refuse('forbidden', {
    detail: [`這筆申請由${zh}負責。`, `This request is in the hands of ${en}.`],
    also: { department },
  })
}
