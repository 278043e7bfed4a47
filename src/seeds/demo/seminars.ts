import { sql } from 'kysely'
import { codesIn, insertMissing, type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { inviteTravelers } from '../../modules/seminars/attendances.ts'
import { addSession } from '../../modules/seminars/schedule.ts'
import { addSeminar, kinds } from '../../modules/seminars/seminar.ts'
import type { Calendar } from './calendar.ts'
import type { Ids } from './packages.ts'
import { one, type People } from './people.ts'
import type { Trips } from './trips.ts'

type Stage = { calendar: Calendar; people: People; leaders: Ids; trips: Trips; options: { zone: string } }

/** Creates briefings before the trips, public talks, and a training for leaders. */
export async function runSeminars(tx: Tx, stage: Stage) {
  const { people, leaders, trips } = stage
  const areas = await tx.selectFrom('geographical_areas').select(['code', 'id']).execute()
  for (const row of seedRows('demo/seminars')) {
    const { kind, title = '', title_en, area, host = '', leader = '', public: open, trips: of } = row
    const id = await addSeminar(tx, one(people, host), {
      kind: kinds.find((each) => each === kind) ?? 'product_talk',
      title,
      title_en,
      area_id: areas.find(({ code }) => code === area)?.id ?? null,
      host_user_id: one(people, host).id,
      briefing_leader_id: leaders.get(leader) ?? null,
      is_public: !!open,
      planned_trip_ids: codesIn(of).flatMap((code) => trips.get(code)?.id ?? []),
    })
    await runSessions(tx, stage, id, row)
  }
  await lookBack(tx)
}

const runSessions = async (tx: Tx, { calendar, people, options: { zone } }: Stage, id: number, row: SeedRow) => {
  for (const session of row.sessions?.split('|') ?? []) {
    const [day, from, to, capacity, venue = ''] = session.split(' ')
    const times = { starts_at: `${calendar.day(day)}T${from}`, ends_at: `${calendar.day(day)}T${to}` }
    const venueFields = venue === '線上' ? { online_url: 'https://meet.example.com/guidon' } : { venue }
    const told = { ...times, ...venueFields, capacity: Number(capacity), status: 'open' as const }
    const made = await addSession(tx, one(people, 'line-control'), id, told, zone)
    if (codesIn(row.trips).length) await inviteTravelers(tx, made, one(people, 'line-control').id)
    else if (row.public) await welcomeGuests(tx, made)
  }
}

const welcomeGuests = (tx: Tx, session_id: number) =>
  insertMissing(
    tx,
    'session_attendances',
    guests.map(([guest_name, guest_email, guest_locale]) => ({
      session_id,
      guest_name,
      guest_email,
      guest_locale,
      source: 'public',
      privacy_consent_at: 'now',
    })),
  )
const guests = [
  ['何淑惠', 'shu-hui.ho@demo.guidon.local', 'zh-TW'],
  ['James Carter', 'james.carter@demo.guidon.local', 'en'],
  ['邱建宏', 'chien-hung.chiu@demo.guidon.local', 'zh-TW'],
]

/** Half of the invited travelers have registered. Past sessions are done, and everybody who registered attended. */
const lookBack = async (tx: Tx) => {
  await sql`update session_attendances set status = 'registered' where traveler_id % 2 = 0`.execute(tx)
  await sql`
    update session_attendances a set status = 'attended', checked_in_at = s.starts_at - interval '10 minutes'
      from seminar_sessions s where s.id = a.session_id and s.starts_at < now() and a.status = 'registered'`.execute(tx)
  await sql`update seminar_sessions set status = 'done' where starts_at < now()`.execute(tx)
}
