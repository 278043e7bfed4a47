import { useQuery } from '@tanstack/react-query'
import { previewPlannedTrip } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { guidon, sentenceOf } from '../../../kit/api.ts'
import { addDays, type Day, daysBetween, shortDay } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { Loading } from '../../../ui/empty.tsx'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Pairs } from '../../../ui/forms/form-groups.tsx'
import { Broke } from '../broke.tsx'
import type { Trip } from '../queries.ts'
import { TellTravelers } from '../tell.tsx'

type Dates = { departure_date: Day; return_date: Day }

/** The dates of a trip; when they are changed, the effects are shown at once. */
export const DateFields = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const [typed, setTyped] = useState<Partial<Dates>>({})
  const put = (name: keyof Dates) => (day: Day | undefined) => setTyped((now) => ({ ...now, [name]: day }))
  const departure = typed.departure_date ?? trip.departure_date
  const isMoved = departure !== trip.departure_date
  const isOther = typed.return_date !== undefined && typed.return_date !== trip.return_date
  const back = addDays(trip.return_date, daysBetween(trip.departure_date, departure))
  return (
    <>
      <Pairs>
        <DayField
          id="departure_date"
          label={say(...label.departure_date)}
          first={trip.departure_date}
          onDay={put('departure_date')}
        />
        <DayField
          id="return_date"
          label={say(...label.return_date)}
          first={trip.return_date}
          onDay={put('return_date')}
        />
      </Pairs>
      {isMoved && !isOther && (
        <p className="tiny soft">
          {say(`回程日會一起移到 ${shortDay(back)}。`, `The return moves to ${shortDay(back)}.`)}
        </p>
      )}
      {(isMoved || isOther) && (
        <>
          <Moved
            id={trip.id}
            dates={{
              ...(isMoved && { departure_date: departure }),
              ...(isOther && { return_date: typed.return_date }),
            }}
          />
          <TellTravelers
            name="tell_dates"
            label={say('通知旅客新的日期', 'Tell the travelers the new dates')}
            isTicked
          />
        </>
      )}
    </>
  )
}

const Moved = ({ id, dates }: { id: number; dates: Partial<Dates> }) => {
  const say = useSay()
  const { data, error } = useQuery({
    queryKey: ['trips', id, 'preview', dates],
    queryFn: () => previewPlannedTrip(guidon, id, dates),
    retry: false,
    staleTime: 0,
  })
  if (error) return <p className="told fault">{sentenceOf(error, say('無法試算', 'Preview not available'))}</p>
  if (!data) return <Loading />
  return (
    <Broke
      broke={data.broke}
      title={say('改期之後，這些要處理：', 'With the new dates, these need attention:')}
      none={say('改期不影響其他安排。', 'The new dates do not affect anything else.')}
    />
  )
}
