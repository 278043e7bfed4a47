import { useQuery } from '@tanstack/react-query'
import { getStaySupplements, type PlannedTripRoom, updatePlannedTripStayRooms } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { roomsOf } from './plan.ts'
import css from './rooms.module.css'
import { asSent } from './save.tsx'

/** Travelers whose price does not follow their rooms, with a button that corrects the prices and leaves the rooms as they are. */
export const Prices = ({ trip, plan }: { trip: number; plan: PlannedTripRoom }) => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['trips', trip, 'rooms', plan.id, 'supplements'],
    queryFn: () => getStaySupplements(guidon, trip, plan.id),
  })
  const { mutate, isPending } = useWrite({
    send: (_: undefined, guidon) =>
      updatePlannedTripStayRooms(
        guidon,
        trip,
        plan.id,
        { rooms: roomsOf(plan).map(asSent), supplements: 'charge' },
        { version: plan.version },
      ),
    changes: ['trips'],
    says: ['團費已依分房調整', 'The prices follow the rooms now'],
    tellsRefusal: true,
  })
  if (!data?.travelers.length) return null
  const title = say('團費與分房不一致', 'Prices that do not follow the rooms')
  return (
    <section className={`${css.prices} card`} aria-label={title}>
      <p>
        <b>{title}</b>
      </p>
      <ul>
        {data.travelers.map(({ traveler_id, name, booking_number, currency, difference }) => (
          <li key={traveler_id}>
            {difference > 0
              ? say(
                  `${name}（${booking_number}）獨住一室，未收單人房差 ${price(difference, currency)}`,
                  `${name} (${booking_number}) sleeps alone and is not charged ${price(difference, currency)}`,
                )
              : say(
                  `${name}（${booking_number}）與人同住，仍收單人房差 ${price(-difference, currency)}`,
                  `${name} (${booking_number}) shares a room and is still charged ${price(-difference, currency)}`,
                )}
          </li>
        ))}
      </ul>
      <button type="button" className="button" disabled={isPending} onClick={() => mutate(undefined)}>
        {say('依分房調整團費', 'Change the prices to follow the rooms')}
      </button>
    </section>
  )
}
