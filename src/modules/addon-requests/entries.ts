import { type Insertable, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tables, Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { defaulted, flag, labelled, oneOf, refs, without } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf, type Role } from '../../kit/http/server/guard.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { useAttachments } from '../attachments/actions.ts'
import { readerOf } from '../users/reader.ts'
import { parties } from './flow.ts'
import { type Concerned, lockedRequest, lockedRequestOfBooking, refuseOtherDepartments } from './locked-request.ts'
import { Communication, messageTypes, type SenderType } from './request.ts'
import { entriesPath, entryReaderOf, markRead, oneEntry, ShownCommunication } from './timeline.ts'
import type { SystemSentence } from './words.ts'

// An entry of any kind

export type Entry = Omit<
  Insertable<Tables['addon_communications']>,
  'addon_request_id' | 'message' | 'on_behalf_of'
> & {
  /** The text of a person, or an event that is worded when it is read. */
  message: string | SystemSentence
  /** Asks the customer for an answer, until the deadline if there is one. */
  asks?: boolean
  attachment_ids?: number[] | undefined
}

/** Adds an entry to the conversation. System entries have no author; whoever caused one has read it. */
export async function addEntry(
  tx: Tx,
  actor: Actor | undefined,
  requestId: number,
  { asks = false, attachment_ids = [], message, ...entry }: Entry,
) {
  const { id } = found(
    await insertEntry(tx, {
      ...entry,
      ...(typeof message === 'string' ? { message } : columnsOfSentence(message)),
      addon_request_id: requestId,
      user_id: entry.sender_type === 'system' ? null : (actor?.id ?? null),
      on_behalf_of: onBehalfOf(actor, entry.sender_type),
      requires_customer_response: asks,
      customer_response: asks ? 'pending' : null,
    }),
  )
  if (actor && entry.sender_type === 'system') await markRead(tx, actor.id, id)
  if (actor && attachment_ids.length > 0)
    await useAttachments(tx, actor, attachment_ids, { type: 'addon_communication', id })
  return id
}

const insertEntry = oneRow((db, entry: Insertable<Tables['addon_communications']>) =>
  db.insertInto('addon_communications').values(entry).returning('id'),
)

const columnsOfSentence = ({ event, params = {} }: SystemSentence) => ({
  event,
  params: JSON.stringify(params),
  message: null,
})

/** The party for which the author writes, if the author belongs to another one. */
const onBehalfOf = (actor: Actor | undefined, party: SenderType) =>
  !actor || party === 'system' || hasOneOf(actor.roles, [party]) || party === senderOf(actor.roles) ? null : party

/** The sender follows from the first of the caller's roles that takes part; an administrator writes as sales unless the turn says otherwise. */
export function senderOf(roles: readonly Role[]): Exclude<SenderType, 'system'> {
  return roles.find(isSpeaking) ?? 'sales'
}
const speaking = ['sales', 'department', 'customer'] as const
const isSpeaking = (role: Role): role is (typeof speaking)[number] => hasOneOf([role], speaking)

/** An internal system entry, of a job or of what somebody did. */
export function addSystemNote(tx: Tx, actor: Actor | undefined, requestId: number, message: SystemSentence) {
  return addEntry(tx, actor, requestId, { sender_type: 'system', message_type: 'note', message, is_internal: true })
}

// A message: an entry that changes no status

// The author is the caller. Only turns can ask for an answer.
const messageFields = without(Communication, [
  'addon_request_id',
  'user_id',
  'sender_type',
  'customer_response',
  'requires_customer_response',
  'customer_response_deadline',
  'on_behalf_of',
  'channel',
])
const NewMessage = Type.Object({
  ...messageFields.properties,
  message_type: defaulted(oneOf(messageTypes)),
  is_internal: defaulted(flag()),
  attachment_ids: labelled(defaulted(refs(10)), ['附件', 'Attachments']),
})
type NewMessage = Static<typeof NewMessage>

declare module '../../kit/events.ts' {
  interface Events {
    'addon-request.said': {
      about: Concerned
      actor_id: number | undefined
      from: Exclude<SenderType, 'system'>
      entry_id: number
      is_internal: boolean
      words: string
    }
  }
}

/** Adds a message. Messages of staff are internal unless they say otherwise. */
export async function addMessage(
  tx: Tx,
  actor: Actor,
  requestId: number,
  { message_type = 'note', ...said }: NewMessage,
) {
  const { about } = await lockedRequest(tx, readerOf(actor), requestId)
  const isCustomer = actor.roles.includes('customer')
  if (isCustomer && said.is_internal)
    refuseField('is_internal', ['客戶的訊息不能是內部訊息。', 'What a customer writes cannot be internal.'])
  if (isCustomer && said.quoted_price != null)
    refuseField('quoted_price', ['客戶不能報價。', 'A customer quotes no price.'])
  refuseOtherDepartments(about, actor, parties)

  const is_internal = said.is_internal ?? !isCustomer
  return sayIn(tx, actor, about, { ...said, sender_type: senderOf(actor.roles), message_type, is_internal })
}

/**
 * Adds a message of the customer of a booking, with an account or with a mailed link. A button that is pressed twice writes once: the
 * second press waits for the lock.
 */
export async function writeOfBooking(
  tx: Tx,
  booking_id: number,
  id: number,
  message: string,
  account: Actor | undefined,
) {
  const { about } = await lockedRequestOfBooking(tx, booking_id, id)
  await throttle(tx, limits['messages of booking'], booking_id)
  if (await isJustWritten(tx, { id, message })) return
  await sayIn(tx, account, about, { sender_type: 'customer', message_type: 'note', message, is_internal: false })
}

const isJustWritten = async (tx: Tx, { id, message }: { id: number; message: string }) => {
  const newest = await tx
    .selectFrom('addon_communications')
    .select(['sender_type', 'message', sql<boolean>`created_at > now() - interval '1 minute'`.as('is_recent')])
    .where('addon_request_id', '=', id)
    .where('is_internal', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.sender_type === 'customer' && newest.message === message && newest.is_recent
}

type Message = Entry & { sender_type: Exclude<SenderType, 'system'>; message: string; is_internal: boolean }

const sayIn = async (tx: Tx, actor: Actor | undefined, about: Concerned, entry: Message) => {
  const entry_id = await addEntry(tx, actor, about.id, entry)
  const { sender_type: from, is_internal, message: words } = entry
  await emit(tx, 'addon-request.said', { about, actor_id: actor?.id, from, entry_id, is_internal, words })
  return entry_id
}

export function messageRoute(on: On, zone: string) {
  return on.create(
    '/:id/communications',
    {
      access: parties,
      summary: 'Add a message to the conversation',
      body: NewMessage,
      returns: ShownCommunication,
      at: entriesPath,
    },
    async ({ tx, actor, params, body, locale }) => {
      const id = await addMessage(tx, actor, params.id, body)
      return { id, ...(await oneEntry(tx, { ...entryReaderOf(actor, locale, zone), id })) }
    },
  )
}
