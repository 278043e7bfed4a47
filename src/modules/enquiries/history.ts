import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { anyText, line, moment, orNull, ref, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { Names } from '../../kit/resource/names.ts'
import { namedChanges } from '../audit/names.ts'
import { netOf, type Step } from '../bookings/acts.ts'
import { ChangeOfAct } from '../bookings/history.ts'
import { sellers } from './flow.ts'
import { nameOf } from './read.ts'

/** One act on an enquiry: what was said, what it changed, and the booking that it was won by. */
const Happened = Type.Object({
  ...shownFields({ at: moment() }),
  /** Null for a visitor of the site and for changes by the service itself. */
  by: orNull(Names),
  words: orNull(anyText('十月楓葉團，週五再確認人數')),
  change: orNull(ChangeOfAct),
  booking: orNull(Type.Object({ id: ref(), booking_number: line(50, 'CNX270128A-001') })),
})
type Happened = Static<typeof Happened>

/** The most records of acts that are read. A usual enquiry has a dozen. */
const MOST = 300

type Row = Pick<Happened, 'at' | 'by' | 'words' | 'booking'> & { change: Omit<Step, 'names'> | null }

// That it was entered is read from the record: what was entered in another way or long ago has no audit.
const happenings = statement(
  (_db, { id }: { id: number }) => sql<Row>`
  select at, by, words, change, booking from (
    select e.created_at as at, ${nameOf('e.created_by')} as by, null as words, null::json as booking, 0::bigint as nth,
           json_build_object('table_name', 'enquiries', 'record_id', e.id, 'action', 'created',
                             'changes', json_build_object('source', json_build_array(null, e.source))) as change
      from enquiries e where e.id = ${id}
    union all
    select n.created_at, ${nameOf('n.written_by')}, n.words, null, 0, null from enquiry_notes n where n.enquiry_id = ${id}
    union all
    select a.created_at, ${nameOf('a.actor_id')}, null, null, a.id,
           json_build_object('table_name', a.table_name, 'record_id', a.record_id, 'action', a.action, 'changes', a.changes)
      from audit a where a.table_name = 'enquiries' and a.record_id = ${id} and a.action = 'changed'
    union all
    select a.created_at, ${nameOf('a.actor_id')}, null, json_build_object('id', b.id, 'booking_number', b.booking_number), a.id, null
      from bookings b join audit a on a.table_name = 'bookings' and a.record_id = b.id
     where b.enquiry_id = ${id} and a.changes -> 'enquiry_id' ->> 1 = b.enquiry_id::text) happened
   order by at desc, nth limit ${sql.lit(MOST)}`,
)

/** What happened to an enquiry, newest first. All records of one transaction are one act. */
const historyOf = async (db: Db, id: number): Promise<Happened[]> => {
  found(await db.selectFrom('enquiries').select('id').where('id', '=', id).executeTakeFirst())
  const rows = await happenings(db, { id })
  const named = (
    await namedChanges(
      db,
      rows.flatMap(({ change }) => change ?? []),
    )
  ).values()
  const events = rows.map(({ change, ...row }) => ({ ...row, step: change && (named.next().value ?? null) }))
  return [...Map.groupBy(events, ({ at }) => at).values()].flatMap(actOf)
}

type Event = Omit<Row, 'change'> & { step: (Step & NonNullable<Happened['change']>) | null }

// An erasure has emptied the values of what was changed, so nothing is left to tell.
const actOf = (events: Event[]): Happened[] => {
  const [first] = events
  const [change = null] = netOf(events.flatMap(({ step }) => step ?? []))
  const words = events.find((event) => event.words !== null)?.words ?? null
  const booking = events.find((event) => event.booking !== null)?.booking ?? null
  if (!first || (change === null && words === null && booking === null)) return []
  return [{ at: first.at, by: events.find(({ by }) => by)?.by ?? null, words, change, booking }]
}

export function historyRoute(on: On) {
  on.get(
    '/:id/history',
    {
      name: 'listEnquiryHistory',
      access: sellers,
      summary: `The notes and steps of an enquiry, the latest ${MOST}, newest first: entered, handed over, called, won, lost and opened again`,
      returns: Type.Array(Happened),
      etag: 'none',
    },
    ({ db, params }) => historyOf(db, params.id),
  )
}
