import { useMutation } from '@tanstack/react-query'
import { type PlannedTripRoom, updatePlannedTripStayRooms } from 'guidon-sdk'
import { guidon, refresh, sentenceOf } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { showToast } from '../../kit/toasts.ts'
import { useSay } from '../../kit/words.ts'
import { Plus } from '../icons.tsx'
import { faultsOfStay, filled, guestsOf, moved, type Room, withoutRoom } from './bench.ts'
import { HomelessCard, RoomCard } from './room-card.tsx'
import { Totals } from './totals.tsx'
import { useArrangement } from './use-arrangement.ts'
import { useHeld } from './use-held.ts'

type Props = { trip: number; plan: PlannedTripRoom; version: number | undefined }

/** The rooms of one stay. People are dragged, or taken by one press and put down by another. Nothing is sent before it is saved. */
export const Arrange = ({ trip, plan, version }: Props) => {
  const say = useSay()
  const { role } = useMe()
  const mayArrange = role === 'department' || role === 'admin'
  const guests = guestsOf(plan)
  const { rooms, change, isChanged, forget } = useArrangement(plan)
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
          fill={() => change(filled(rooms, guests, () => crypto.randomUUID()))}
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
            {say('加一間房', 'Add a room')}
          </button>
        )}
      </div>
      {mayArrange && (isChanged || isProposed) && (
        <Save trip={trip} plan={plan} version={version} rooms={rooms} forget={forget} isChanged={isChanged} />
      )}
    </>
  )
}

const newRoom = (): Room => ({ key: crypto.randomUUID(), type: 'twin', notes: null, guests: [] })

type SaveProps = Props & { rooms: Room[]; forget: () => void; isChanged: boolean }

const Save = ({ trip, plan, version, rooms, forget, isChanged }: SaveProps) => {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      updatePlannedTripStayRooms(guidon, trip, plan.id, { rooms: rooms.map(asSent) }, version ? { version } : {}),
    onSuccess: async () => {
      await refresh('trips')
      forget()
      showToast({ title: say('分房已儲存', 'The rooms are saved') })
    },
  })
  return (
    <div className="save card">
      {error && (
        <p className="refused" role="alert">
          {sentenceOf(error, say('連不上服務，分房已保留。', 'The service cannot be reached; the rooms are kept.'))}
        </p>
      )}
      <span className="soft small">{isChanged && say('尚未儲存', 'Not saved yet')}</span>
      {isChanged && (
        <button type="button" className="button" onClick={forget}>
          {say('還原', 'Undo all')}
        </button>
      )}
      <button type="button" className="button main" disabled={isPending} onClick={() => mutate()}>
        {isChanged ? say('儲存分房', 'Save the rooms') : say('就照建議', 'Take the proposal')}
      </button>
    </div>
  )
}

const asSent = ({ id, type, notes, guests }: Room) => ({
  ...(id !== undefined && { id }),
  type,
  notes,
  traveler_ids: guests,
})
