import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../kit/db/condition.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'

/** Less time than this between assembly and departure is warned of. */
const USUAL_MINUTES = 90

/** Refuses an assembly that is not before the departure of the first flight. */
export async function refuseLateAssembly(tx: Tx, id: number) {
  const meeting = await meetingOf(tx, { id })
  if (!meeting?.is_late) return
  const [zh, en] = lateWords(meeting)
  refuseField('assembly.at', [`${zh}；請把集合時間改早。`, `${en}: set an earlier assembly.`])
}

/** What is to be said of the assembly of a trip after a change: that it is too late, or that it is close to the departure. */
export async function assemblyWarnings(tx: Tx, id: number, locale: Locale): Promise<string[]> {
  const meeting = await meetingOf(tx, { id })
  if (!meeting || meeting.minutes >= USUAL_MINUTES) return []
  const [zh, en] = meeting.is_late ? lateWords(meeting) : closeWords(meeting)
  return [say(meeting.is_late ? [`${zh}。`, `${en}.`] : [zh, en], locale)]
}

type Times = { assembly: string; flight: string; departs: string }

const lateWords = ({ assembly, flight, departs }: Times): Words => [
  `集合時間 ${assembly} 不早於第一段航班 ${flight} 的起飛時間 ${departs}`,
  `The assembly at ${assembly} is not before the departure of the first flight, ${flight} at ${departs}`,
]
const closeWords = ({ assembly, flight, departs, minutes }: Times & { minutes: number }): Words => [
  `集合時間 ${assembly} 距第一段航班 ${flight} 的起飛時間 ${departs} 只有 ${minutes} 分鐘；通常至少 ${USUAL_MINUTES} 分鐘。`,
  `The assembly at ${assembly} is ${minutes} minutes before the departure of the first flight, ${flight} at ${departs}: at least ${USUAL_MINUTES} are usual.`,
]

const assembly = sql`(t.assembly ->> 'at')::timestamptz`
const minute = sql.lit('YYYY-MM-DD HH24:MI')
const times = {
  assembly: sql<string>`to_char(${assembly} at time zone house_zone(), ${minute})`,
  departs: sql<string>`to_char(f.departs_at at time zone f.departs_timezone, ${minute})`,
}
const firstFlight = sql`
  lateral (select flight_number, departs_at, departs_timezone from planned_trip_flights
            where planned_trip_id = t.id and status <> 'cancelled' order by departs_at, id limit 1) f`

// Nothing if the trip has no time of assembly or no flight.
const meetingOf = oneRow(
  (_db, { id }: { id: number }) => sql<Times & { minutes: number; is_late: boolean }>`
    select ${times.assembly} as assembly, f.flight_number as flight, ${times.departs} as departs,
           floor(extract(epoch from f.departs_at - ${assembly}) / 60)::integer as minutes, ${assembly} >= f.departs_at as is_late
      from planned_trips t cross join ${firstFlight} where t.id = ${id} and t.assembly ->> 'at' is not null`,
)

/** SQL: whether the assembly of the trip `t`, moved by some days, is not before the departure of its first flight. */
export function isAssemblyLate(days: RawBuilder<unknown> = sql`0`): Condition {
  return sql`exists (select from ${firstFlight} where ${assembly} + ${days} * interval '1 day' >= f.departs_at)`
}

/** SQL: the same as a sentence with both times, in Chinese (0) or English (1). */
export function lateAssembly(id: RawBuilder<unknown>, language: 0 | 1) {
  const format = lateWords({ assembly: '%1$s', flight: '%2$s', departs: '%3$s' })[language]
  return sql<string | null>`(
    select said from (select ${id}::integer as id) asked cross join lateral (
      select format(${sql.lit(format)}, ${times.assembly}, f.flight_number, ${times.departs}) as said
        from planned_trips t cross join ${firstFlight} where t.id = asked.id) late)`
}
