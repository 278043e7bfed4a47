import type { PlannedTripBulkCreate } from 'guidon-sdk'
import { shortDay, span } from '../../kit/days.ts'
import { plural, useSay } from '../../kit/words.ts'
import css from '../../ui/lists/ticked-rows.module.css'

export type Planned = PlannedTripBulkCreate

type Props = { departures: readonly Planned[]; skipped: readonly string[]; skip: (days: readonly string[]) => void }

/** Each departure of a plan: its serial, what prevents it, and a tick if it shall be planned. */
export const Departures = ({ departures, skipped, skip }: Props) => {
  const say = useSay()
  const refused = departures.filter(({ status }) => status === 'refused').length
  return (
    <section aria-label={say('預覽', 'Preview')}>
      <p className="small soft" role="status">
        {say(`共 ${departures.length} 個出發日`, plural(departures.length, 'departure'))}
        {refused > 0 && say(`，${refused} 個不能開團`, `, ${refused} of them not possible`)}
        {say('；取消勾選就不開。', '. Untick those that should not be planned.')}
      </p>
      <ul className={css.tickedRows}>
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
          <b>{return_date ? span(departure_date, return_date) : shortDay(departure_date)}</b>
        </span>
        <span className="small soft">{serial}</span>
        {faults.length > 0 && <span className={`small late ${css.remark}`}>{faults.join(' ')}</span>}
        {also_there.length > 0 && (
          <span className={`small soft ${css.remark}`}>
            {say(`同日已有 ${also_there.join('、')}`, `That day already: ${also_there.join(', ')}`)}
          </span>
        )}
      </label>
    </li>
  )
}
