import { useQuery } from '@tanstack/react-query'
import { listPlannedTripRooms, type PlannedTrip } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import BedDouble from '~icons/lucide/bed-double'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { Arrange } from './arrange.tsx'
import css from './rooms.module.css'

/** Rooms of all stays, across the bookings of a trip. */
export default function Rooms({ trip: { id } }: { trip: Pick<PlannedTrip, 'id'> }) {
  const say = useSay()
  const [chosen, choose] = useState<number>()
  const plans = useQuery({ queryKey: ['trips', id, 'rooms'], queryFn: () => listPlannedTripRooms(guidon, id) }).data
  if (!plans) return <Loading />
  const plan = plans.find((each) => each.id === chosen) ?? plans[0]
  if (!plan)
    return (
      <Empty icon={BedDouble}>{say('還沒有住宿；先在「行程住宿」加入飯店。', 'No stays yet: add hotels first.')}</Empty>
    )
  return (
    <div className={css.rooms}>
      <fieldset className="switch" aria-label={say(...label.stays)}>
        {plans.map((each) => (
          <button key={each.id} type="button" aria-pressed={each.id === plan.id} onClick={() => choose(each.id)}>
            {nameOf(say, each.hotel)}
            <span className="soft">{shortDay(each.check_in)}</span>
          </button>
        ))}
      </fieldset>
      <Arrange key={plan.id} trip={id} plan={plan} others={plans.filter((each) => each !== plan)} />
    </div>
  )
}
