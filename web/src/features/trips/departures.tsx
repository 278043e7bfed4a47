import '../../ui/lists/ticked-rows.css'
import type { PlannedTripBulkCreate } from 'guidon-sdk'
import { dayWithWeekday, shortDay } from '../../kit/days.ts'
import { plural, useSay } from '../../kit/words.ts'

export type Planned = PlannedTripBulkCreate['trips'][number]

type Props = { departures: readonly Planned[]; skipped: readonly string[]; skip: (days: readonly string[]) => void }

/** Each departure of a plan: its serial, what prevents it, and whether it shall be planned. */
export const Departures = ({ departures, skipped, skip }: Props) => {
  const say = useSay()
  const refused = departures.filter(({ status }) => status === 'refused').length
  return (
    <section aria-label={say('試排結果', 'The departures')}>
      <p className="small soft" role="status">
        {say(`共 ${departures.length} 個出發日`, plural(departures.length, 'departure'))}
        {refused > 0 && say(`，${refused} 個不能開團`, `, ${refused} of them not possible`)}
        {say('；取消勾選就不開。', '. Untick what shall not be planned.')}
      </p>
      <ul className="ticked-rows">
        {departures.map((departure) => (
          <Departure
            key={departure.departure_date}
            departure={departure}
            isSkipped={skipped.includes(departure.departure_date)}
            toggle={(day) => skip(skipped.includes(day) ? skipped.filter((each) => each !== day) : [...skipped, day])}
          />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { departure: Planned; isSkipped: boolean; toggle: (day: string) => void }

const Departure = ({ departure, isSkipped, toggle }: RowProps) => {
  const say = useSay()
  const { departure_date, return_date, serial, status, faults, also_there } = departure
  const isRefused = status === 'refused'
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={!isRefused && !isSkipped}
          disabled={isRefused}
          onChange={() => toggle(departure_date)}
        />
        <span>
          <b>{dayWithWeekday(departure_date)}</b>
          {return_date && <span className="small soft"> – {shortDay(return_date)}</span>}
        </span>
        <span className="small soft">{serial}</span>
        {faults.length > 0 && <span className="small late remark">{faults.join(' ')}</span>}
        {also_there.length > 0 && (
          <span className="small soft remark">
            {say(`同日已有 ${also_there.join('、')}`, `That day already: ${also_there.join(', ')}`)}
          </span>
        )}
      </label>
    </li>
  )
}
