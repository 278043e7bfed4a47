import type { PlannedTripRoom } from 'guidon-sdk'
import { roomTypeWords } from 'guidon-sdk/words/room-type'
import { useSay } from '../../../kit/words.ts'
import { type Room, totalsOf } from './plan.ts'

/** Rooms needed of those held, by type, and what is wrong with the stay. */
export const Totals = ({ rooms, plan, faults }: { rooms: Room[]; plan: PlannedTripRoom; faults: string[] }) => {
  const say = useSay()
  return (
    <div className="totals" role="status">
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
