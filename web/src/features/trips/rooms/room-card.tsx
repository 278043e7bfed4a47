import { roomTypeWords } from 'guidon-sdk/words'
import type { ReactNode } from 'react'
import X from '~icons/lucide/x'
import { useSay } from '../../../kit/words.ts'
import { iconName } from '../../../ui/icon-name.ts'
import { type Held, useDropInto } from './drag.ts'
import { hasStrangers } from './fill.ts'
import { GuestChip } from './guest-chip.tsx'
import { faultsOf, type Guest, LEADER, type Room } from './plan.ts'
import type { RoomType } from './room-type.ts'
import css from './rooms.module.css'

type Props = {
  number: number
  room: Room
  guests: Map<number, Guest>
  held: Held
  mayArrange: boolean
  put: (to: Partial<Room>) => void
  remove: () => void
}

export const RoomCard = ({ number, room, guests, held, mayArrange, put, remove }: Props) => {
  const say = useSay()
  const faults = faultsOf(say, room, guests)
  const name = say(`${number} 號房`, `Room ${number}`)
  return (
    <DropBox
      name={name}
      room={room.key}
      held={held}
      isHere={held.guest !== undefined && room.guests.includes(held.guest)}
      isWrong={faults.length > 0}
    >
      <header>
        <h2>{name}</h2>
        <Kind name={name} room={room} mayArrange={mayArrange} put={put} />
        {mayArrange && room.guests.length === 0 && (
          <button
            type="button"
            className="button plain square"
            onClick={remove}
            {...iconName(say(`移除 ${name}`, `Remove ${name.toLowerCase()}`))}
          >
            <X />
          </button>
        )}
      </header>
      <ul>
        {room.guests.map((id) => {
          const guest = guests.get(id)
          return guest && <GuestChip key={id} guest={guest} held={held} mayArrange={mayArrange} />
        })}
      </ul>
      {hasStrangers(room, guests, LEADER) && (
        <p className={css.strangers}>
          <span className="badge turn-customer">
            {say('不同訂單同房，請先徵得同意', 'Different bookings share: ask them first')}
          </span>
        </p>
      )}
      {faults.map((fault) => (
        <p key={fault} className="fault small">
          {fault}
        </p>
      ))}
    </DropBox>
  )
}

type KindProps = Pick<Props, 'room' | 'mayArrange' | 'put'> & { name: string }

const Kind = ({ name, room: { type }, mayArrange, put }: KindProps) => {
  const say = useSay()
  if (!mayArrange) return <span className="soft">{say(...roomTypeWords[type])}</span>
  return (
    <select
      className="input"
      aria-label={say(`${name}的房型`, `Type of ${name.toLowerCase()}`)}
      value={type}
      onChange={({ target }) => put({ type: types.find((each) => each === target.value) ?? type })}
    >
      {types.map((each) => (
        <option key={each} value={each}>
          {say(...roomTypeWords[each])}
        </option>
      ))}
    </select>
  )
}
const types = Object.keys(roomTypeWords) as RoomType[]

type HomelessProps = {
  people: Guest[]
  held: Held
  mayArrange: boolean
  pairsStrangers: boolean
  pairStrangers: (does: boolean) => void
  fill: () => void
}

/** Travelers of the stay without a room. */
export const HomelessCard = ({ people, held, mayArrange, pairsStrangers, pairStrangers, fill }: HomelessProps) => {
  const say = useSay()
  const isHere = people.some(({ traveler_id }) => traveler_id === held.guest)
  const mayFill = mayArrange && people.some(({ bed }) => bed)
  if (people.length === 0 && !mayArrange) return null
  return (
    <DropBox
      name={say('還沒有房間', 'Without a room')}
      room={undefined}
      held={held}
      isHere={isHere}
      isWrong={people.length > 0}
    >
      <header>
        <h2>{say('還沒有房間', 'Without a room')}</h2>
        <span className="count">{people.length}</span>
        {mayFill && (
          <button type="button" className="button more" onClick={fill}>
            {say('自動分房', 'Assign rooms automatically')}
          </button>
        )}
      </header>
      {mayFill && (
        <label className={`small ${css.pairing}`}>
          <input type="checkbox" checked={!pairsStrangers} onChange={({ target }) => pairStrangers(!target.checked)} />
          {say('自動分房不讓不同訂單的人同房', 'Do not let different bookings share a room')}
        </label>
      )}
      {people.length === 0 && (
        <p className={`soft small ${css.allAssigned}`}>{say('每個人都有房間', 'Everybody has a room')}</p>
      )}
      <ul>
        {people.map((guest) => (
          <GuestChip key={guest.traveler_id} guest={guest} held={held} mayArrange={mayArrange} />
        ))}
      </ul>
    </DropBox>
  )
}

type DropBoxProps = {
  name: string
  room: string | undefined
  held: Held
  isHere: boolean
  isWrong: boolean
  children: ReactNode
}

/** A target for people: it accepts drops, and has a button for a person who was picked up with a click. */
const DropBox = ({ name, room, held, isHere, isWrong, children }: DropBoxProps) => {
  const say = useSay()
  const { isOver, handlers } = useDropInto(held, room, isHere)
  return (
    <section
      aria-label={name}
      className={`card ${css.room} ${isOver ? css.over : ''} ${isWrong ? css.wrong : ''}`}
      {...handlers}
    >
      {children}
      {held.guest !== undefined && !held.isDragged && !isHere && (
        <button type="button" className={`button ${css.here}`} onClick={() => held.putDown(room)}>
          {say('放這裡', 'Put here')}
          <span className="unseen">{say(`：${name}`, `: ${name}`)}</span>
        </button>
      )}
    </section>
  )
}
