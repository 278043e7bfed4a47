import { type PlannedTripRoom, randomKey } from 'guidon-sdk'
import Plus from '~icons/lucide/plus'
import { useMe } from '../../../kit/me.ts'
import { useSay } from '../../../kit/words.ts'
import { faultsOfStay, filled, guestsOf, moved, type Room, withoutRoom } from './plan.ts'
import { HomelessCard, RoomCard } from './room-card.tsx'
import { Behind, Save } from './save.tsx'
import { Totals } from './totals.tsx'
import { useArrangement } from './use-arrangement.ts'
import { useHeld } from './use-held.ts'

type Props = { trip: number; plan: PlannedTripRoom }

/** The rooms of one stay. People are dragged, or taken by one press and put down by another. Nothing is sent before it is saved. */
export const Arrange = ({ trip, plan }: Props) => {
  const say = useSay()
  const { role } = useMe()
  const mayArrange = role === 'department' || role === 'admin'
  const guests = guestsOf(plan)
  const arrangement = useArrangement(plan)
  const { rooms, version, change, isChanged, isBehind } = arrangement
  const held = useHeld((guest, room) => change(moved(rooms, guest, room)))
  const isProposed = !plan.is_assigned && !isChanged && rooms.length > 0
  const put = (key: string, to: Partial<Room>) =>
    change(rooms.map((room) => (room.key === key ? { ...room, ...to } : room)))
  return (
    <>
      <Totals rooms={rooms} plan={plan} faults={faultsOfStay(say, rooms, plan, guests)} />
      {isProposed && (
        <p className="soft small">
          {say(
            '還沒有分房；以下是依訂單同房意願的建議。',
            'Not assigned yet: this is proposed from the wishes of the bookings.',
          )}
        </p>
      )}
      {mayArrange && (
        <p className="soft small">
          {say(
            '把人拖到房間；或按一下名字，再按房間的「放這裡」。鍵盤：Tab 到名字，Enter 拿起，Tab 到房間，Enter 放下，Esc 放回。',
            'Drag people to rooms, or press a name and then “Put here”. By keyboard: Tab to a name, Enter takes it, Tab to a room, Enter puts it down, Escape lets go.',
          )}
        </p>
      )}
      <div className="bench">
        <HomelessCard
          people={withoutRoom(rooms, guests)}
          held={held}
          mayArrange={mayArrange}
          fill={() => change(filled(rooms, guests, randomKey))}
        />
        {rooms.map((room, place) => (
          <RoomCard
            key={room.key}
            number={place + 1}
            room={room}
            guests={guests}
            held={held}
            mayArrange={mayArrange}
            put={(to) => put(room.key, to)}
            remove={() => change(rooms.filter(({ key }) => key !== room.key))}
          />
        ))}
        {mayArrange && (
          <button type="button" className="button new-room" onClick={() => change([...rooms, newRoom()])}>
            <Plus />
            {say('新增房間', 'Add a room')}
          </button>
        )}
      </div>
      {mayArrange && isBehind && <Behind plan={plan} arrangement={arrangement} />}
      {mayArrange && !isBehind && (isChanged || isProposed) && (
        <Save key={version} trip={trip} plan={plan} arrangement={arrangement} />
      )}
    </>
  )
}

const newRoom = (): Room => ({ key: randomKey(), type: 'twin', notes: null, guests: [] })
