import { useSay } from '../../../kit/words.ts'
import css from './seats.module.css'

type Trip = {
  capacity: number
  min_pax: number | null
  seats: { held: number; confirmed: number; waitlisted: number; remaining: number }
}

/** Seats as a bar: confirmed, held, free; the notch is the minimum group size. */
export const Seats = ({ capacity, min_pax, seats: { held, confirmed, waitlisted, remaining } }: Trip) => {
  const say = useSay()
  const share = (count: number) => `${capacity ? (100 * count) / capacity : 0}%`
  return (
    <div className={css.seats}>
      <div className={css.track} aria-hidden="true">
        <i className={css.confirmed} style={{ width: share(confirmed) }} />
        <i className={css.held} style={{ width: share(held) }} />
        {min_pax !== null && <span className={css.least} style={{ left: share(Math.min(min_pax, capacity)) }} />}
      </div>
      <p className={css.words}>
        <span>
          <b>{confirmed + held}</b>/{capacity}
        </span>
        <span>{remaining > 0 ? say(`餘 ${remaining}`, `${remaining} left`) : say('額滿', 'Full')}</span>
        {waitlisted > 0 && <span>{say(`候補 ${waitlisted}`, `${waitlisted} waiting`)}</span>}
      </p>
    </div>
  )
}
