import { sql } from 'kysely'
import { settleAll } from '../../kit/async/settle.ts'
import { type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { departuresOn, packageFor, planTrips } from '../../modules/planned-trips/create.ts'
import { assignLeader } from '../../modules/planned-trips/leaders.ts'
import type { Calendar } from './calendar.ts'
import type { Ids } from './packages.ts'
import { backgroundEnded } from './past.ts'
import { one, type People } from './people.ts'

export type Trip = { id: number; serial: string }
/** Trips by their codes in the files. */
export type Trips = Map<string, Trip>
type Stage = {
  calendar: Calendar
  people: People
  packages: Ids
  leaders: Ids
  options: { zone: string; serialPattern: string }
}

/** Plans past, current and future trips from the packages, with the leaders that the files name. */
export async function planDemoTrips(tx: Tx, stage: Stage): Promise<Trips> {
  const rows = seedRows('demo/trips')
  const ofPackage = [...stage.packages].map(([code, id]) => [id, rows.filter((row) => row.package === code)] as const)
  const plannedTrips = await settleAll(ofPackage.map(([id, own]) => (own.length ? planned(tx, stage, id, own) : [])))
  const trips: Trips = new Map(plannedTrips.flat())
  await lead(tx, stage, rows, trips)
  await backgroundEnded(tx)
  await settle(tx, stage, rows, trips)
  return trips
}

const planned = async (tx: Tx, { calendar, people, options }: Stage, id: number, rows: SeedRow[]) => {
  const from = await packageFor(tx, id)
  const days = rows.map(({ departs }) => `${calendar.day(departs)}`)
  const details = {
    op_user_id: one(people, 'op').id,
    ticketing_user_id: one(people, 'ticketing').id,
    sales_user_id: one(people, from.days > 6 ? 'sales2' : 'sales').id,
    assembly: {
      ...{ place: '桃園機場第二航廈 3 樓', place_en: 'Taoyuan Airport, Terminal 2, third floor' },
      ...{ contact: '送機組 0912 555 100', contact_en: 'Our staff at the airport, 0912 555 100' },
    },
  }
  const trips = await planTrips(tx, from, await departuresOn(tx, from, days), details, options.serialPattern)
  return rows.flatMap(({ code = '' }, i) => {
    const trip = trips.get(days[i] ?? '')
    return trip ? [[code, trip] as const] : []
  })
}

const lead = async (tx: Tx, { people, leaders, options: { zone } }: Stage, rows: SeedRow[], trips: Trips) => {
  for (const { code = '', leader = '', override } of rows) {
    const [trip, tour_leader_id] = [trips.get(code), leaders.get(leader)]
    const will = override ? { override: true, reason: override } : {}
    if (trip && tour_leader_id)
      await assignLeader(
        tx,
        one(people, 'line-control'),
        'assigned',
        trip.id,
        { tour_leader_id, ...will },
        { expected: undefined, zone },
      )
  }
}

/** Sets the current status of each trip. All deadlines that are due are done, except two of guaranteed trips. */
const settle = async (tx: Tx, { calendar }: Stage, rows: SeedRow[], trips: Trips) => {
  const lives = rows.map(({ code = '', status, planned }) => ({
    id: trips.get(code)?.id,
    status,
    planned_at: `${calendar.instant(`${planned} 10:00`)}`,
  }))
  const each = sql`jsonb_to_recordset(${JSON.stringify(lives)}::jsonb) life (id integer, status text, planned_at timestamptz)`
  await sql`
    update planned_trips t set status = life.status, created_at = planned_at
      from ${each} where t.id = life.id`.execute(tx)
  await sql`
    update trip_deadlines d
       set done_at = d.due_on + time '03:00', done_by = case owner when 'op' then op_user_id when 'sales' then sales_user_id else ticketing_user_id end
      from planned_trips t
     where t.id = d.planned_trip_id and due_on < today() and (t.status <> 'guaranteed' or d.key not in ('rooming_list', 'hotel_confirmation'))`.execute(
    tx,
  )
  await sql`
    with led as (update trip_leader_changes c set created_at = planned_at + interval '5 days' from ${each} where c.planned_trip_id = life.id)
    update notifications n set created_at = planned_at + interval '5 days', read_at = planned_at + interval '6 days'
      from ${each} where subject_type = 'planned_trip' and subject_id = life.id and planned_at < now() - interval '7 days'`.execute(
    tx,
  )
}
