import type { PlannedTripSegment, PlannedTripStay } from 'guidon-sdk'
import { stayStatusWords } from 'guidon-sdk/words'
import BedDouble from '~icons/lucide/bed-double'
import Plus from '~icons/lucide/plus'
import { daysBetween, span } from '../../../kit/days.ts'
import { nameOf, type Say, useSay } from '../../../kit/words.ts'
import { EditButton } from '../../../ui/row-buttons.tsx'
import itineraryCss from '../../packages/shared/itinerary.module.css'
import { Meals } from '../../packages/shared/meals.tsx'
import { plannedHotel } from '../../packages/shared/planned-hotel.ts'
import css from './itinerary.module.css'
import { type Leg, legWords, placeOfLeg } from './words.ts'

type DayProps = {
  first: string
  segment: PlannedTripSegment
  stay: PlannedTripStay | undefined
  edit?: () => void
  /** Opens the form of a leg, or of a new one. */
  editLeg?: (leg: Leg | undefined) => void
}

/** One segment of the itinerary: a day, or several days. */
export const Day = ({ first, segment, stay, edit, editLeg }: DayProps) => {
  const say = useSay()
  const { starts_on, ends_on, title, title_en, description, description_en } = segment
  const name = dayOf(say, first, segment)
  const text = say(description ?? '', description_en ?? description ?? '')
  return (
    <li>
      <p className={`${itineraryCss.numberOfDay} ${css.numberOfDay}`}>
        <b>{name}</b>
        <span className="small soft">{span(starts_on, ends_on)}</span>
      </p>
      <div>
        <div className={css.dayHead}>
          <h3>{say(title, title_en ?? title)}</h3>
          {edit && <EditButton of={name} act={edit} />}
        </div>
        {text && <p className="soft">{text}</p>}
        <Meals segment={segment} />
        <Night stay={stay} named={plannedHotel(say, segment)} />
        <Legs name={name} legs={segment.legs} stay={stay} {...(editLeg && { edit: editLeg })} />
      </div>
    </li>
  )
}

const dayOf = (say: Say, first: string, { starts_on, ends_on }: PlannedTripSegment) => {
  const [from, to] = [starts_on, ends_on].map((day) => daysBetween(first, day) + 1)
  const days = from === to ? from : `${from}–${to}`
  return say(`第 ${days} 天`, `Day ${days}`)
}

const Night = ({ stay, named }: { stay: PlannedTripStay | undefined; named: string | null }) => {
  const say = useSay()
  if (!stay && !named) return null
  return (
    <p className={`${itineraryCss.night} small`}>
      <BedDouble width={15} height={15} />
      {stay ? nameOf(say, stay.hotel) : named}
      {stay && (
        <span className={`badge ${stay.status === 'confirmed' ? 'turn-done' : 'turn-department'}`}>
          {say(...stayStatusWords[stay.status])}
        </span>
      )}
    </p>
  )
}

type LegsProps = {
  name: string
  legs: readonly Leg[]
  stay: PlannedTripStay | undefined
  edit?: (leg: Leg | undefined) => void
}

/** What is booked for the day: coaches, restaurants, visits. */
const Legs = ({ name, legs, stay, edit }: LegsProps) => {
  const say = useSay()
  if (legs.length === 0 && !edit) return null
  return (
    <ul className={`${css.dayLegs} small`} aria-label={say(`${name}的安排`, `Items of ${name}`)}>
      {legs.map((leg) => (
        <LegRow key={leg.id} leg={leg} stay={stay} {...(edit && { edit: () => edit(leg) })} />
      ))}
      {edit && (
        <li>
          <button type="button" className="button plain" onClick={() => edit(undefined)}>
            <Plus width={14} height={14} />
            {say('加交通、餐廳或參觀', 'Add transport, a meal or a visit')}
            <span className="unseen"> {name}</span>
          </button>
        </li>
      )}
    </ul>
  )
}

type LegProps = { leg: Leg; stay: PlannedTripStay | undefined; edit?: () => void }

const LegRow = ({ leg, stay, edit }: LegProps) => {
  const say = useSay()
  const { type, supplier, starts_local, ends_local, status, confirmation_number } = leg
  const words = say(...legWords.types[type])
  const place = placeOfLeg(say, leg, stay)
  const hours = [starts_local, ends_local].flatMap((at) => (at ? [at.slice(11, 16)] : [])).join('–')
  const isFirm = status === 'confirmed' || status === 'completed'
  return (
    <li className={status === 'cancelled' ? css.gone : ''}>
      <span className={`soft ${css.hours}`}>{hours}</span>
      <span>
        <b>{words}</b> {place}
        <span className="soft">{[supplier, confirmation_number].map((each) => each && `・${each}`)}</span>
      </span>
      <span className={`badge ${isFirm ? 'turn-done' : status === 'cancelled' ? 'turn-over' : 'turn-department'}`}>
        {say(...legWords.statuses[status])}
      </span>
      {edit && <EditButton of={[words, place].filter(Boolean).join(' ')} act={edit} />}
    </li>
  )
}
