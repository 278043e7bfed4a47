import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../kit/db/fragments.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { momentInWords, sqlLocalMoment } from '../../kit/words/days.ts'
import { type Locale, locales, say, type Words } from '../../kit/words/words.ts'

/** Less time than this between assembly and departure is warned of. */
const USUAL_MINUTES = 90

/** Refuses an assembly that is not before the departure of the first flight. */
export async function refuseLateAssembly(tx: Tx, id: number) {
  const meeting = await meetingOf(tx, { id })
  if (!meeting?.is_late) return
  const [zh, en] = lateWords(inWords(meeting))
  refuseField('assembly.at', [`${zh}；請把集合時間改早。`, `${en}: set an earlier assembly.`])
}

/** What is to be said of the assembly of a trip after a change: that it is too late, or that it is close to the departure. */
export async function assemblyWarnings(tx: Tx, id: number, locale: Locale): Promise<string[]> {
  const meeting = await meetingOf(tx, { id })
  if (!meeting || meeting.minutes >= USUAL_MINUTES) return []
  const times = inWords(meeting)
  const [zh, en] = meeting.is_late ? lateWords(times) : closeWords({ ...times, minutes: meeting.minutes })
  return [say(meeting.is_late ? [`${zh}。`, `${en}.`] : [zh, en], locale)]
}

type Times = { assembly: string; flight: string; departs: string }
type TimesInWords = { assembly: Words; flight: string; departs: Words }

const inWords = ({ assembly, flight, departs }: Times): TimesInWords => ({
  ...{ assembly: momentInWords(assembly), flight, departs: momentInWords(departs) },
})

const lateWords = ({ assembly, flight, departs }: TimesInWords): Words => [
  `集合時間 ${assembly[0]} 不早於第一段航班 ${flight} 的起飛時間 ${departs[0]}`,
  `The assembly at ${assembly[1]} is not before the departure of the first flight, ${flight} at ${departs[1]}`,
]
const closeWords = ({ assembly, flight, departs, minutes }: TimesInWords & { minutes: number }): Words => [
  `集合時間 ${assembly[0]} 距第一段航班 ${flight} 的起飛時間 ${departs[0]} 只有 ${minutes} 分鐘；通常至少 ${USUAL_MINUTES} 分鐘。`,
  `The assembly at ${assembly[1]} is ${minutes} minutes before the departure of the first flight, ${flight} at ${departs[1]}: at least ${USUAL_MINUTES} are usual.`,
]

const assembly = sql`(t.assembly ->> 'at')::timestamptz`
const minute = sql.lit('YYYY-MM-DD HH24:MI')
const local = {
  assembly: sql`(${assembly} at time zone house_zone())`,
  departs: sql`(f.departs_at at time zone f.departs_timezone)`,
}
const firstFlight = sql`
  lateral (select flight_number, departs_at, departs_timezone from planned_trip_flights
            where planned_trip_id = t.id and status <> 'cancelled' order by departs_at, id limit 1) f`

// Nothing if the trip has no time of assembly or no flight.
const meetingOf = oneRow(
  (_db, { id }: { id: number }) => sql<Times & { minutes: number; is_late: boolean }>`
    select to_char(${local.assembly}, ${minute}) as assembly, f.flight_number as flight, to_char(${local.departs}, ${minute}) as departs,
           floor(extract(epoch from f.departs_at - ${assembly}) / 60)::integer as minutes, ${assembly} >= f.departs_at as is_late
      from planned_trips t cross join ${firstFlight} where t.id = ${id} and t.assembly ->> 'at' is not null`,
)

/** SQL: whether the assembly of the trip `t`, moved by some days, is not before the departure of its first flight. */
export function isAssemblyLate(days: RawBuilder<unknown> = sql`0`): Condition {
  return sql`exists (select from ${firstFlight} where ${assembly} + ${days} * interval '1 day' >= f.departs_at)`
}

/** SQL: the same as a sentence with both times, in Chinese (0) or English (1). */
export function lateAssembly(id: RawBuilder<unknown>, language: 0 | 1) {
  const format = lateWords({ assembly: ['%1$s', '%1$s'], flight: '%2$s', departs: ['%3$s', '%3$s'] })[language]
  const inLanguage = (at: RawBuilder<unknown>) => sqlLocalMoment(at, locales[language])
  return sql<string | null>`(
    select said from (select ${id}::integer as id) asked cross join lateral (
      select format(${sql.lit(format)}, ${inLanguage(local.assembly)}, f.flight_number, ${inLanguage(local.departs)}) as said
        from planned_trips t cross join ${firstFlight} where t.id = asked.id) late)`
}
