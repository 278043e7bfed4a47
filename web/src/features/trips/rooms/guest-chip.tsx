import { useSay } from '../../../kit/words.ts'
import type { Guest } from './plan.ts'
import type { Held } from './use-held.ts'

/** Somebody who can be taken and put into another room. */
export const GuestChip = ({ guest, held, mayArrange }: { guest: Guest; held: Held; mayArrange: boolean }) => {
  const { traveler_id } = guest
  if (!mayArrange)
    return (
      <li className="guest">
        <Words guest={guest} />
      </li>
    )
  const isTaken = held.guest === traveler_id
  return (
    <li>
      <button
        id={`guest-${traveler_id}`}
        type="button"
        className="guest"
        draggable
        aria-pressed={isTaken}
        onClick={() => held.take(isTaken ? undefined : traveler_id)}
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData('text/plain', guest.name)
          held.take(traveler_id, true)
        }}
        onDragEnd={() => held.take(undefined)}
      >
        <Words guest={guest} />
      </button>
    </li>
  )
}

const Words = ({ guest: { name, gender, booking_number, roommate_group, bed_type, bed } }: { guest: Guest }) => {
  const say = useSay()
  const sex = gender === 'female' ? say('女', 'F') : gender === 'male' ? say('男', 'M') : undefined
  const wish = [!bed && say('不佔床', 'no bed'), bed_type && bedTypes(say)[bed_type], roommate_group].filter(Boolean)
  return (
    <>
      <b>{name}</b>
      {sex && <span className="soft">{sex}</span>}
      {wish.length > 0 && <span className="tiny soft">{wish.join('・')}</span>}
      <span className="tiny soft from">{booking_number.replace(/^.*-/, '#')}</span>
    </>
  )
}

const bedTypes = (say: ReturnType<typeof useSay>): Record<string, string> => ({
  single: say('單人', 'single'),
  twin: say('雙床', 'twin'),
  double: say('大床', 'double'),
})
