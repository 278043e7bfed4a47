import { sql } from 'kysely'
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
        status,
        lost_reason: lostReasons.find((each) => each === lost) ?? null,
        lost_note: row.lost_note || null,
        ended_at: isEnded(status) ? sql<string>`${at} + interval '5 days'` : null,
        privacy_consent_at: row.source === 'site' ? at : null,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeNotes(tx, calendar, { id, owner: owner ? one(people, owner).id : null, notes: notes ?? '' })
    if (status === 'won') await tieToBooking(tx, id)
  }
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
}
