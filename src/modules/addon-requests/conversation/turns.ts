import type { Tx } from '../../../kit/db/tables.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake, outcome } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { isOutside, readerOf } from '../../users/reader.ts'
import { life, type OwnTurn, type Turn, type TurnName, turns } from '../flow.ts'
import { lockedRequest, standingOf } from '../locked-request.ts'
import type { Concerned } from '../people.ts'
import { refuseOthers } from '../refusals.ts'
import { senderOf } from '../rules.ts'
import type { Answer, MessageType } from '../schema.ts'
import { consequences, type Said } from './consequences.ts'
import { addEntry, type Entry, enter } from './entries.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    'addon-request.turned': { about: Concerned; turn: TurnName; actor_id: number; entry_id: number; answer?: Answer }
  }
}

/** Takes a turn: locks the request, checks the table, writes the entry, sets the status and emits the event. */
export const takeTurn = async (
  tx: Tx,
  actor: Actor,
  requestId: number,
  name: OwnTurn,
  said: Said,
  expected?: Expected,
) => {
  const request = await lockedRequest(tx, actor, requestId)
  guardVersion({ version: isOutside(readerOf(actor)) ? request.public_version : request.version }, expected)
  refuseOthers(request, actor)
  mayTake(life, name, standingOf(request), actor.role)

  const turn: Turn = turns[name]
  const { change, answer, entry } = await consequences[name](tx, actor, request, said)
  const entry_id = await addEntry(tx, actor, request.id, { ...entryOf(turn, actor, said, answer), ...entry })
  await enter(tx, request, outcome(turn, answer), turn, { ...change, ...(entry?.asks && { offer_id: entry_id }) })
  await emit(tx, 'addon-request.turned', {
    about: request.about,
    turn: name,
    actor_id: actor.id,
    entry_id,
    ...(answer && { answer }),
  })
  return entry_id
}

const entryOf = (turn: Turn, actor: Actor, said: Said, answer: Answer | undefined): Entry => ({
  sender_type: speaker(turn, actor),
  message_type: spoken(turn, answer),
  message: said.message ?? said.reason ?? turn.silently,
  is_internal: turn.internal,
  attachment_ids: said.attachment_ids,
})

// An administrator takes a turn in the name of the party whose turn it is.
const speaker = ({ by }: Turn, { role }: Actor) =>
  senderOf(role === 'admin' ? (by.find((each) => each !== 'admin') ?? role) : role)

const spoken = ({ says }: Turn, answer: Answer | undefined): MessageType =>
  typeof says === 'string' ? says : (says[answer ?? ''] ?? 'note')
