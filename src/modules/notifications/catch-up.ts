import { sql } from 'kysely'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Locale } from '../../kit/words/words.ts'
import { selectNotifications, wordedJson } from './notifications.ts'

/**
 * What a client has received: every notification up to `settled`, and of the later ones those in `later`. One number is not
 * enough, because transactions do not commit in the order of their ids: a lower id may appear later.
 */
export type Received = { settled: number; later: number[] }

type Client = { me: number; locale: Locale }
type Stream = { verify: () => Promise<void>; write: (text: string) => void }

/** Longer than any transaction, so no id below one that was sent this long ago is committed later. */
const SETTLED_AFTER = 60_000

/** Returns a function that sends what the client has not received yet: each notification once, in the order of ids. */
export function catchUpFor(db: Db, { me, locale }: Client, received: Received, { verify, write }: Stream) {
  let { settled } = received
  const sent = new Map(received.later.map((id) => [id, performance.now()]))

  const settle = (now: number) => {
    for (const [id, at] of sent) {
      if (now - at < SETTLED_AFTER) continue
      settled = Math.max(settled, id)
      sent.delete(id)
    }
  }
  const catchUp = async () => {
    const asked = performance.now()
    const rows = await unsentNotifications(db, { me, settled, later: [...sent.keys()] })
    if (rows.length) await verify()
    for (const { id, json } of rows) {
      sent.set(id, performance.now())
      const eventId = eventIdOf({ settled, later: [...sent.keys()] })
      write(`id: ${eventId}\nevent: notification\ndata: ${wordedJson(json, locale)}\n\n`)
    }
    if (rows.length === BATCH) await catchUp()
    // Only after the read, because notifications that were committed in the meantime have been read by then.
    settle(asked)
  }
  return catchUp
}

const BATCH = 1_000
type Given = { me: number; settled: number; later: number[] }

/** The notifications a stream has not sent yet, oldest first. */
const unsentNotifications = statement((db, { me, settled, later }: Given) =>
  db
    .selectFrom(
      selectNotifications(db)
        .where('n.user_id', '=', me)
        .where('n.id', '>', settled)
        .where(sql<boolean>`n.id <> all (${later}::integer[])`)
        .orderBy('n.id')
        .limit(BATCH)
        .as('row'),
    )
    .select(['row.id', sql<string>`to_json("row")::text`.as('json')])
    .orderBy('row.id'),
)

const MOST_LATER = 200
const HIGHEST = 2_147_483_647

/** The id of an event: what its client has received up to this event, as `settled:distance.distance…`. */
const eventIdOf = ({ settled, later }: Received) => {
  const latest = later.toSorted((a, b) => a - b).slice(-MOST_LATER)
  const from = later.length > MOST_LATER ? (latest[0] ?? settled) - 1 : settled
  return `${from}:${latest.map((id) => id - from).join('.')}`
}

/** What a client has received, from the id of its last event. Without one it gets only what is committed from now on. */
export async function receivedUpTo(db: Db, me: number, lastEventId: unknown): Promise<Received> {
  const [, first = '', distances] = pattern.exec(typeof lastEventId === 'string' ? lastEventId : '') ?? []
  const id = Number(first)
  if (!first || id > HIGHEST) return since(db, me, undefined)
  if (distances === undefined) return sinceNotification(db, me, id)
  const later = distances.split('.').map((distance) => id + Number(distance))
  return { settled: id, later: later.filter((each) => each <= HIGHEST) }
}
const pattern = /^(\d{1,10})(?::([\d.]{1,4000}))?$/

// A client may also send the id of a notification. Whether lower ids were committed after it is unknown, so those written shortly
// before it are sent again.
const sinceNotification = async (db: Db, me: number, id: number): Promise<Received> => {
  const row = await writtenAt(db, { me, id })
  return row ? { ...(await since(db, me, row.created_at)), later: [id] } : { settled: id, later: [] }
}

const since = async (db: Db, me: number, at: string | undefined): Promise<Received> => {
  const settled = (await settledNotification(db, { me, at: at ?? null }))?.id ?? 0
  const rows = at ? [] : await laterNotifications(db, { me, settled })
  return { settled, later: rows.map(({ id }) => id) }
}

const writtenAt = oneRow((db, { me, id }: { me: number; id: number }) =>
  db.selectFrom('notifications').select('created_at').where('user_id', '=', me).where('id', '=', id),
)

/** The latest notification for which all lower ids were already committed at `at`, by default now. */
const settledNotification = oneRow((db, { me, at }: { me: number; at: string | null }) =>
  db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', me)
    .where(isSettled(at))
    .orderBy('id', 'desc')
    .limit(1),
)

// A transaction lasts at most a minute. So a notification written two minutes before `at` was committed at least a minute before
// it, and all transactions that were still open at that time have higher ids.
const isSettled = (at: string | null) => sql<boolean>`created_at < coalesce(${at}, now()) - interval '2 minutes'`

const laterNotifications = statement((db, { me, settled }: Omit<Given, 'later'>) =>
  db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', me)
    .where('id', '>', settled)
    .orderBy('id', 'desc')
    .limit(BATCH),
)

/** Whether a person has got notifications since then. */
export async function areNotificationsSince(db: Db, given: { me: number; at: string }) {
  return (await notificationSince(db, given)) !== undefined
}

const notificationSince = oneRow((db, { me, at }: { me: number; at: string }) =>
  db.selectFrom('notifications').select('id').where('user_id', '=', me).where('created_at', '>=', at).limit(1),
)
