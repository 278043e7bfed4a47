import type { PlannedTripRoom } from 'guidon-sdk'
import { roomTypeWords } from 'guidon-sdk/words'
import { useSay } from '../../../kit/words.ts'
import { type Room, totalsOf } from './plan.ts'
import css from './rooms.module.css'

/** The numbers of needed and held rooms by type, and the faults of the stay. */
export const Totals = ({ rooms, plan, faults }: { rooms: Room[]; plan: PlannedTripRoom; faults: string[] }) => {
  const say = useSay()
  return (
    <div className={css.totals} role="status">
      <ul>
        {totalsOf(rooms, plan.held).map(({ type, used, held }) => (
          <li key={type} className={used > held ? 'late' : ''}>
            <span>{say(...roomTypeWords[type])}</span>
            <b>
              {used}/{held}
            </b>
          </li>
        ))}
      </ul>
      {faults.map((fault) => (
        <p key={fault} className="late small">
          {fault}
        </p>
      ))}
    </div>
  )
}
