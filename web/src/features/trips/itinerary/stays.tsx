import type { PlannedTripStay } from 'guidon-sdk'
import { roomTypeWords } from 'guidon-sdk/words/room-type'
import { stayStatusWords } from 'guidon-sdk/words/stay-status'
import { Suspense, useState } from 'react'
import { addDays, type Day, daysBetween, shortDay } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { editsTrips } from '../../../kit/roles.ts'
import { nameOf, plural, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { AddButton, EditButton } from '../../../ui/row-buttons.tsx'
import type { Trip } from '../queries.ts'

const StaySheet = lazy(() => import('./stay-sheet.tsx'))

/** The hotels that are booked, night by night, with the rooms that they keep. */
export const Stays = ({ trip, stays }: { trip: Trip; stays: PlannedTripStay[] }) => {
  const say = useSay()
  const isEditor = editsTrips(useMe())
  const [open, setOpen] = useState<number | 'new'>()
  return (
    <Card
      title={say('住宿', 'Stays')}
      count={stays.length || undefined}
      aside={isEditor && <AddButton words={['新增住宿', 'Add a stay']} act={() => setOpen('new')} />}
    >
      {stays.length === 0 && <Empty>{say('還沒有訂房', 'No stays yet')}</Empty>}
      <ul className="stays">
        {stays.map((stay) => (
          <Stay key={stay.id} stay={stay} {...(isEditor && { edit: () => setOpen(stay.id) })} />
        ))}
      </ul>
      <Suspense>
        {open && (
          <StaySheet
            trip={trip}
            stay={stays.find(({ id }) => id === open)}
            night={freeNight(trip, stays)}
            statuses={stayStatusWords}
            close={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}

/** The first night for which no hotel is booked. */
const freeNight = ({ departure_date: first, return_date }: Trip, stays: readonly PlannedTripStay[]) => {
  const nights = Array.from({ length: daysBetween(first, return_date) }, (_, nth) => addDays(first, nth))
  const isBooked = (night: Day) =>
    stays.some(({ check_in, check_out, status }) => status !== 'cancelled' && check_in <= night && night < check_out)
  return nights.find((night) => !isBooked(night)) ?? first
}

const Stay = ({ stay, edit }: { stay: PlannedTripStay; edit?: () => void }) => {
  const say = useSay()
  const { hotel, check_in, check_out, nights, status, rooms, confirmation_number } = stay
  const hue = status === 'confirmed' ? 'turn-done' : status === 'cancelled' ? 'turn-over' : 'turn-department'
  return (
    <li className={status === 'cancelled' ? 'gone' : ''}>
      <div>
        <b>{nameOf(say, hotel)}</b>
        <p className="small soft">
          {shortDay(check_in)} – {shortDay(check_out)}・{say(`${nights} 晚`, plural(nights, 'night'))}
          {confirmation_number && `・${confirmation_number}`}
        </p>
        <p className="small soft">
          {rooms.map(({ type, count }) => `${say(...roomTypeWords[type])} ${count}`).join(say('、', ', '))}
        </p>
      </div>
      <span className={`badge ${hue}`}>{say(...stayStatusWords[status])}</span>
      {edit && <EditButton of={nameOf(say, hotel)} act={edit} />}
    </li>
  )
}
