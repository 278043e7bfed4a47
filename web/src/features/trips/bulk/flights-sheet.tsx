import { replaceFlightsOfPlannedTrips } from 'guidon-sdk'
import { useState } from 'react'
import { plural, useSay } from '../../../kit/words.ts'
import { BulkSheet } from '../../../ui/bulk/sheet.tsx'
import { TextArea } from '../../../ui/forms/form.tsx'
import { FlightRows, flightsIn } from './flight-rows.tsx'

type Props = { trips: number[]; close: () => void }

/** Gives all chosen trips the same flights: as the airline sent them, or by the days of the program. */
export default function FlightsSheet({ trips, close }: Props) {
  const say = useSay()
  return (
    <BulkSheet
      title={say(`${trips.length} 團的航班`, `Flights of ${plural(trips.length, 'trip')}`)}
      send={(changed) => say(`套用到 ${changed} 團`, `Set them on ${plural(changed, 'trip')}`)}
      bodyOf={(given) => ({
        ids: trips,
        ...(given('by') === 'days' ? { flights: flightsIn(given) } : { text: given('text') }),
        tell_travelers: given('tell_travelers') === 'on',
      })}
      call={replaceFlightsOfPlannedTrips}
      idOf={({ planned_trip_id }) => planned_trip_id}
      nameOf={({ serial }) => serial ?? say('已不存在的團', 'A trip that is gone')}
      says={({ added, changed, removed }) =>
        added + changed + removed > 0 &&
        say(`新增 ${added}、變更 ${changed}、刪除 ${removed}`, `${added} new, ${changed} changed, ${removed} removed`)
      }
      done={['航班已更新', 'The flights are set']}
      changes={['trips', 'work']}
      close={close}
    >
      <WhichFlights />
      <label className="check">
        <input type="checkbox" name="tell_travelers" />
        {say('通知旅客航班變更', 'Notify the travelers of changed flights')}
      </label>
    </BulkSheet>
  )
}

const WhichFlights = () => {
  const say = useSay()
  const [by, setBy] = useState('text')
  return (
    <>
      <div className="field">
        <label htmlFor="by">{say('航班來源', 'Flights')}</label>
        <select className="input" id="by" name="by" value={by} onChange={({ target }) => setBy(target.value)}>
          <option value="text">{say('貼上航空公司的行程', 'As the airline sent them')}</option>
          <option value="days">{say('按行程天數填寫', 'By the days of the program')}</option>
        </select>
      </div>
      {by === 'days' ? (
        <FlightRows />
      ) : (
        <TextArea
          id="text"
          label={say('航空公司的行程文字', 'Itinerary as the airline sent it')}
          hint={say(
            '每行一個航班，例如 BR198 28JAN TPENRT 0850 1310；日期照第一段去程換算到每一團的出發日。',
            'One flight in each line, such as BR198 28JAN TPENRT 0850 1310. The first day becomes the departure of each trip.',
          )}
          rows={6}
          required
        />
      )}
    </>
  )
}
