import { type RawBuilder, sql } from 'kysely'
import { seedRows } from '../../../kit/db/seeds.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { tieToEnquiry } from '../../../modules/bookings/create.ts'
import { type EnquiryStatus, enquiryStatuses } from '../../../modules/enquiries/flow.ts'
import { enquirySources, lostReasons } from '../../../modules/enquiries/schema.ts'
import { seesAll } from '../../../modules/users/reader.ts'
import type { Calendar } from '../calendar.ts'
import { one, type People } from '../people.ts'

/** What people have asked in the last weeks, in all states: some are to be called today, two have no owner yet. */
export async function enterEnquiries(tx: Tx, calendar: Calendar, people: People) {
  const areas = await tx.selectFrom('geographical_areas').select(['code', 'id']).execute()
  for (const { area, people: size, budget, from, to, owner, asked, next, lost, notes, ...row } of seedRows(
    'demo/enquiries',
  )) {
    const at = sql<string>`${calendar.instant(`${asked} 11:20`).toString()}::timestamptz`
    const status = enquiryStatuses.find((each) => each === row.status) ?? 'new'
    const { id } = await tx
      .insertInto('enquiries')
      .values({
        ...{ name: row.name ?? '', wish: row.wish || null },
        ...{ phone: row.phone || null, email: row.email || null, line_id: row.line_id || null },
        area_id: areas.find(({ code }) => code === area)?.id ?? null,
        people: size ? Number(size) : null,
        budget: budget ? Number(budget) : null,
        travel_from: calendar.day(from ?? undefined).toString(),
        travel_to: calendar.day(to ?? undefined).toString(),
        source: enquirySources.find((each) => each === row.source) ?? 'other',
        locale: /^[A-Z]/.test(row.name ?? '') ? 'en' : 'zh-TW',
        sales_user_id: owner ? one(people, owner).id : null,
        created_by: owner ? one(people, owner).id : null,
        follow_up_on: calendar.day(next ?? undefined).toString(),
        privacy_consent_at: row.source === 'site' ? at : null,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeNotes(tx, calendar, { id, owner: owner ? one(people, owner).id : null, notes: notes ?? '' })
    await takeStep(tx, { id, status, lost, lost_note: row.lost_note, asked: at })
  }
}

type Taken = { id: number; status: EnquiryStatus; lost?: string; lost_note?: string; asked: RawBuilder<string> }
/** Takes an enquiry to where it is, some days after it was asked; so its history tells it then. */
const takeStep = async (tx: Tx, { id, status, lost, lost_note, asked }: Taken) => {
  if (status === 'new') return
  const at = sql<string>`${asked} + ${isEnded(status) ? '5 days' : '5 hours'}::interval`
  await tx
    .updateTable('enquiries')
    .set({
      status,
      lost_reason: lostReasons.find((each) => each === lost) ?? null,
      lost_note: lost_note || null,
      ended_at: isEnded(status) ? at : null,
    })
    .where('id', '=', id)
    .execute()
  const booking_id = status === 'won' ? await tieToBooking(tx, id) : undefined
  await sql`
    update audit a set created_at = ${at}, actor_id = e.sales_user_id from enquiries e
     where e.id = ${id} and a.created_at = now() and a.action = 'changed'
       and (a.table_name = 'enquiries' and a.record_id = e.id
         or a.table_name = 'bookings' and a.record_id = ${booking_id ?? null}::integer and a.changes ? 'enquiry_id')`.execute(
    tx,
  )
}

const isEnded = (status: EnquiryStatus) => status === 'won' || status === 'lost'

type Noted = { id: number; owner: number | null; notes: string }
const writeNotes = async (tx: Tx, calendar: Calendar, { id: enquiry_id, owner: written_by, notes }: Noted) => {
  for (const note of notes.split('|').filter(Boolean)) {
    const [, day, words = ''] = /^(\S+) (.+)$/.exec(note) ?? []
    const created_at = calendar.instant(`${day} 15:40`).toString()
    await tx.insertInto('enquiry_notes').values({ enquiry_id, written_by, words, created_at }).execute()
  }
}

/** The one that was won became a booking of a trip that is still to depart. */
const tieToBooking = async (tx: Tx, enquiry_id: number) => {
  const booking = await tx
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select('b.id')
    .where('b.status', '=', 'confirmed')
    .where('b.source', '=', 'staff')
    .where(sql<boolean>`t.departure_date > today()`)
    .orderBy('t.departure_date')
    .orderBy('b.id')
    .executeTakeFirst()
  if (booking) await tieToEnquiry(tx, seesAll, booking.id, enquiry_id)
  return booking?.id
}
