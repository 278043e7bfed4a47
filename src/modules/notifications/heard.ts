import type { Db } from '../../kit/db/tables.ts'
import { earlierNotification, laterNotifications, writtenAt } from './queries.ts'

/**
 * What a client has received: every notification up to `settled`, and of the later ones those in `told`. One number is not
 * enough, because transactions do not commit in the order of their ids: a lower id may appear later.
 */
export type Heard = { settled: number; told: number[] }

const MOST_TOLD = 200
const HIGHEST = 2_147_483_647

/** The id of an event: what its client has received up to this event, as `settled:distance.distance…`. */
export const eventIdOf = ({ settled, told }: Heard) => {
  const latest = told.toSorted((a, b) => a - b).slice(-MOST_TOLD)
  const from = told.length > MOST_TOLD ? (latest[0] ?? settled) - 1 : settled
  return `${from}:${latest.map((id) => id - from).join('.')}`
}

/** What a client has received, from the id of its last event. Without one it gets only what is committed from now on. */
export const heardBy = async (db: Db, me: number, lastEventId: unknown): Promise<Heard> => {
  const [, first = '', distances] = pattern.exec(typeof lastEventId === 'string' ? lastEventId : '') ?? []
  const id = Number(first)
  if (!first || id > HIGHEST) return since(db, me, undefined)
  if (distances === undefined) return sinceNotification(db, me, id)
  const told = distances.split('.').map((distance) => id + Number(distance))
  return { settled: id, told: told.filter((each) => each <= HIGHEST) }
}
const pattern = /^(\d{1,10})(?::([\d.]{1,4000}))?$/

// A client may also send the id of a notification. Whether lower ids were committed after it is unknown, so those written shortly
// before it are sent again.
const sinceNotification = async (db: Db, me: number, id: number): Promise<Heard> => {
  const row = await writtenAt(db, { me, id })
  return row ? { ...(await since(db, me, row.created_at)), told: [id] } : { settled: id, told: [] }
}

const since = async (db: Db, me: number, at: string | undefined): Promise<Heard> => {
  const settled = (await earlierNotification(db, { me, at: at ?? null }))?.id ?? 0
  const rows = at ? [] : await laterNotifications(db, { me, settled })
  return { settled, told: rows.map(({ id }) => id) }
}
