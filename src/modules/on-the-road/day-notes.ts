import { type Static, Type } from 'typebox'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { day, labelled, text } from '../../kit/fields.ts'
import type { Expected } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { Names } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { type Reader, readerOf, seesAll } from '../users/reader.ts'
import {
  authorOf,
  enterOnce,
  entryFields,
  entryHash,
  fromPhone,
  refuseCorrection,
  refuseFarDay,
  tripLed,
  tripsLed,
  writers,
} from './entry.ts'

/** What a leader writes about a day of a trip. */
const DayNote = Type.Object({
  ...entryFields,
  day: labelled(day(), ['日期', 'Day']),
  text: text(4000, '下午有雨，改走室內行程；晚餐提早半小時。'),
})
/** @public */
export const KeptDayNote = Type.Object({ ...DayNote.properties, ...entryHash })

const written = Type.Pick(DayNote, ['day', 'text']).properties
const NewDayNote = Type.Object({ ...fromPhone, ...written })
const Correction = Type.Partial(Type.Object(written), { minProperties: 1 })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    day_notes: Table<typeof KeptDayNote>
  }
}

/** Keeps a note of a day of a trip. */
async function writeDayNote(tx: Tx, actor: Actor, trip: number, body: Static<typeof NewDayNote>) {
  const { id } = await enterOnce(tx, { table: 'day_notes', trip, actor, body }, async (kept) => {
    await refuseFarDay(tx, trip, 'day', body.day)
    return tx
      .insertInto('day_notes')
      .values({ ...body, ...kept })
      .onConflict((twice) => twice.column('entry_id').doNothing())
      .returning('id')
      .executeTakeFirst()
  })
  return id
}

const correct = async (tx: Tx, actor: Actor, id: number, body: Static<typeof Correction>, expected: Expected) => {
  const note = found(await tx.selectFrom('day_notes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
  await refuseCorrection(tx, { actor, entry: note, expected })
  if (body.day !== undefined) await refuseFarDay(tx, note.planned_trip_id, 'day', body.day)
  await tx.updateTable('day_notes').set(body).where('id', '=', id).execute()
}

export const ShownDayNote = RecordOf(DayNote, { author: Names })

const notes = (db: Db) =>
  db
    .selectFrom('day_notes')
    .select(columnsOf('day_notes', DayNote))
    .select(authorOf('day_notes.entered_by').as('author'))

/** The notes of a trip. */
export const notesOfTrip = jsonArrayOf(tripLed, (db, { id }) =>
  notes(db).where('planned_trip_id', '=', id).orderBy('day', 'desc').orderBy('id', 'desc').limit(MOST_SHOWN),
)
const MOST_SHOWN = 500

const oneNote = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  notes(db)
    .where('day_notes.id', '=', id)
    .where('day_notes.planned_trip_id', 'in', tripsLed(db, reader).select('planned_trips.id')),
)

const readers = ['admin', 'manager', 'department', 'leader'] as const

/** Below `/api/planned-trips`: the notes of a trip. */
export const dayNotesOfTrip = routes((on) => {
  on.get(
    '/:id/day-notes',
    {
      access: readers,
      summary: 'What its leader wrote about the days of a trip, the last day first',
      returns: Type.Array(ShownDayNote),
      etag: 'content',
    },
    ({ db, actor, params }) => notesOfTrip(db, { ...readerOf(actor), ...params }),
  )
  on.create(
    '/:id/day-notes',
    {
      access: writers,
      summary: 'Write a note about a day of a trip; the same `entry_id` with the same content answers the same note',
      body: NewDayNote,
      returns: ShownDayNote,
      refuses: ['idempotency_mismatch', 'step_not_possible'],
      at: '/api/day-notes',
    },
    async ({ tx, actor, params, body }) => {
      const id = await writeDayNote(tx, actor, params.id, body)
      return { id, ...(await oneNote(tx, { ...seesAll, id })) }
    },
  )
})

/** `/api/day-notes`: one note. */
export const dayNotes = routes((on) => {
  on.get(
    '/:id',
    { access: readers, summary: 'One note about a day of a trip', returns: ShownDayNote },
    ({ db, actor, params }) => oneNote(db, { ...readerOf(actor), ...params }),
  )
  on.put(
    '/:id',
    {
      access: writers,
      summary: 'Correct a note about a day of a trip: its author, while it leads the trip, and the office',
      body: Correction,
      returns: ShownDayNote,
      refuses: ['step_not_possible', 'forbidden', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await correct(tx, actor, params.id, body, expected)
      return oneNote(tx, { ...readerOf(actor), ...params })
    },
  )
})
