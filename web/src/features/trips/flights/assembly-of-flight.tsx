import * as label from 'guidon-sdk/labels'
import { onTheClock } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import type { Given } from '../../../ui/forms/form.tsx'
import { Group } from '../../../ui/forms/form-groups.tsx'
import { MomentField } from '../../../ui/forms/moment-field.tsx'
import type { Trip } from '../queries.ts'

/** When a trip meets, as a clock of the agency shows it, such as `2027-01-28T06:00`; null if that is not known yet. */
export const assemblyOf = (trip: Trip | undefined) => (trip?.assembly?.at ? onTheClock(trip.assembly.at) : null)

/** The new time of the assembly; undefined if it stays. */
export const meetingChangeIn = (given: Given, assembly: string | null) => {
  const at = given('assembly.at')
  return at && at !== assembly ? { at } : undefined
}

type Props = {
  assembly: string | null
  /** When the flight departed before, and when it departs now, if that was changed. */
  was: string
  departs: string | undefined
}

/** When the travelers of a flight meet. If the flight is moved, the time is shown that would be as long before it. */
export const AssemblyOfFlight = ({ assembly, was, departs }: Props) => {
  const say = useSay()
  const proposed = assembly && departs && departs !== was && sameDistance(assembly, was, departs)
  return (
    <Group title={say(...label.assembly)}>
      {/* Another key for another value: the trip may be read again while the sheet is open. */}
      <MomentField key={assembly} id="assembly.at" label={say(...label.time)} first={assembly} />
      {proposed && (
        <p className="small" role="status">
          {say(
            `起飛時間改了，集合時間也要改嗎？照原來的間隔是 ${inWords(proposed)}。`,
            `The departure moves: does the assembly move too? As long before it as now is ${inWords(proposed)}.`,
          )}
        </p>
      )}
    </Group>
  )
}

const inWords = (moment: string) => moment.replace('T', ' ')

// Both are local times of one place: their difference is counted as if they were UTC.
const sameDistance = (assembly: string, was: string, departs: string) => {
  const [meets, before, now] = [assembly, was, departs].map((each) => Date.parse(`${each}Z`))
  const at = (meets ?? Number.NaN) + (now ?? Number.NaN) - (before ?? Number.NaN)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
}
