import { useSay } from '../../../kit/words.ts'
import { draggable, type Held } from './drag.ts'
import { type Guest, LEADER } from './plan.ts'
import css from './rooms.module.css'

/** A person who can be picked up and put into another room. */
export const GuestChip = ({ guest, held, mayArrange }: { guest: Guest; held: Held; mayArrange: boolean }) => {
  const { traveler_id } = guest
  if (!mayArrange)
    return (
      <li className={css.guest}>
        <Words guest={guest} />
      </li>
    )
  const isTaken = held.guest === traveler_id
  return (
    <li>
      <button
        id={`guest-${traveler_id}`}
        type="button"
        className={css.guest}
        aria-pressed={isTaken}
        onClick={() => held.take(isTaken ? undefined : traveler_id)}
        {...draggable(held, guest)}
      >
        <Words guest={guest} />
      </button>
    </li>
  )
}

const Words = ({ guest }: { guest: Guest }) => {
  const say = useSay()
  const { traveler_id, name, gender, booking_number, roommate_group, bed_type, bed, special_requests } = guest
  if (traveler_id === LEADER)
    return (
      <>
        <b>{name}</b>
        <span className="soft">{say('領隊', 'Tour leader')}</span>
      </>
    )
  const sex = gender === 'female' ? say('女', 'F') : gender === 'male' ? say('男', 'M') : undefined
  const wishes = [!bed && say('不佔床', 'no bed'), bed_type && bedTypes(say)[bed_type], roommate_group].filter(Boolean)
  return (
    <>
      <b>{name}</b>
      {sex && <span className="soft">{sex}</span>}
      {wishes.length > 0 && <span className="tiny soft">{wishes.join('・')}</span>}
      <span className={`tiny soft ${css.from}`}>{booking_number.replace(/^.*-/, '…')}</span>
      {special_requests
        .filter(({ kind }) => !others.includes(kind))
        .map(({ detail }) => (
          <span key={detail} className={`tiny ${css.specialRequest}`}>
            {detail}
          </span>
        ))}
    </>
  )
}

// Kinds of special requests that do not concern the room.
const others = ['meal', 'seat']

const bedTypes = (say: ReturnType<typeof useSay>): Record<string, string> => ({
  single: say('單人', 'single'),
  twin: say('雙床', 'twin'),
  double: say('大床', 'double'),
})
