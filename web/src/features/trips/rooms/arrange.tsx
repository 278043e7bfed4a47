import { type PlannedTripRoom, randomKey } from 'guidon-sdk'
import { useState } from 'react'
import Plus from '~icons/lucide/plus'
import { useMe } from '../../../kit/me.ts'
import { editsTrips } from '../../../kit/roles.ts'
import { useSay } from '../../../kit/words.ts'
import { CopyButton } from './copy-sheet.tsx'
import { useHeld } from './drag.ts'
import { filled } from './fill.ts'
import { faultsOfStay, guestsOf, LEADER, moved, type Room, withoutRoom } from './plan.ts'
import { Prices } from './prices.tsx'
import { HomelessCard, RoomCard } from './room-card.tsx'
import css from './rooms.module.css'
import { Behind, Save } from './save.tsx'
import { Totals } from './totals.tsx'
import { useArrangement } from './use-arrangement.ts'

type Props = { trip: number; plan: PlannedTripRoom; others: PlannedTripRoom[] }

/**
 * The rooms of one stay. People are dragged, or picked up with one click and put down with another. Nothing is sent until it is
 * saved.
 */
export const Arrange = ({ trip, plan, others }: Props) => {
  const say = useSay()
  const mayArrange = editsTrips(useMe())
  const guests = guestsOf(plan)
  const [pairsStrangers, pairStrangers] = useState(true)
  const arrangement = useArrangement(plan)
  const { rooms, version, change, isChanged, isBehind } = arrangement
  const held = useHeld((guest, room) => change(moved(rooms, guest, room)))
  const people = withoutRoom(rooms, guests)
  const isProposed = !plan.is_assigned && !isChanged && rooms.length > 0
  const put = (key: string, to: Partial<Room>) =>
    change(rooms.map((room) => (room.key === key ? { ...room, ...to } : room)))
  return (
    <>
      <Totals rooms={rooms} plan={plan} faults={faultsOfStay(say, rooms, plan, guests)} />
      {mayArrange && plan.is_assigned && !isChanged && !isBehind && <Prices trip={trip} plan={plan} />}
      {isProposed && (
        <p className="soft small">
          {say(
            '還沒有分房；以下是依訂單同房意願的建議。',
            'Not assigned yet: this is a suggestion from the roommates named in the bookings.',
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
      <div className={css.bench}>
        <HomelessCard
          people={people}
          held={held}
          mayArrange={mayArrange}
          pairsStrangers={pairsStrangers}
          pairStrangers={pairStrangers}
          fill={() =>
            change(filled({ rooms, people, held: plan.held, leader: LEADER, key: randomKey, pairsStrangers }))
          }
        />
        {rooms.map((room, nth) => (
          <RoomCard
            key={room.key}
            number={nth + 1}
            room={room}
            guests={guests}
            held={held}
            mayArrange={mayArrange}
            put={(to) => put(room.key, to)}
            remove={() => change(rooms.filter(({ key }) => key !== room.key))}
          />
        ))}
        {mayArrange && (
          <button type="button" className={`button ${css.newRoom}`} onClick={() => change([...rooms, newRoom()])}>
            <Plus />
            {say('新增房間', 'Add a room')}
          </button>
        )}
      </div>
      {mayArrange && plan.is_assigned && !isChanged && others.length > 0 && (
        <CopyButton trip={trip} plan={plan} others={others} />
      )}
      {mayArrange && isBehind && <Behind plan={plan} arrangement={arrangement} />}
      {mayArrange && !isBehind && (isChanged || isProposed) && (
        <Save key={version} trip={trip} plan={plan} arrangement={arrangement} />
      )}
    </>
  )
}

const newRoom = (): Room => ({ key: randomKey(), type: 'twin', notes: null, guests: [] })
