import { replaceFlightsOfPlannedTrips } from 'guidon-sdk'
import { useState } from 'react'
import { numberSent } from '../../../kit/typed.ts'
import { plural, useSay } from '../../../kit/words.ts'
import { BulkSheet } from '../../../ui/bulk/sheet.tsx'
import { Choice, Field, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../ui/forms/form-groups.tsx'
import { isTold, TellTravelers } from '../tell.tsx'
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
        ...meetingIn(given),
        tell_travelers: isTold(given),
      })}
      call={replaceFlightsOfPlannedTrips}
      idOf={({ planned_trip_id }) => planned_trip_id}
      nameOf={({ serial }) => serial ?? say('已不存在的團', 'A trip that is gone')}
      says={({ added, changed, removed, warnings }) => {
        const counted =
          added + changed + removed > 0 &&
          say(`新增 ${added}、變更 ${changed}、刪除 ${removed}`, `${added} new, ${changed} changed, ${removed} removed`)
        return [counted, ...warnings].filter(Boolean).join(say('；', '; '))
      }}
      done={['航班已更新', 'The flights are set']}
      changes={['trips', 'work']}
      close={close}
    >
      <WhichFlights />
      <MeetingFields />
      <TellTravelers label={say('通知旅客航班與集合的異動', 'Tell the travelers of the change')} />
    </BulkSheet>
  )
}

/** When the travelers of all chosen trips meet; left empty, it stays as it is. */
const MeetingFields = () => {
  const say = useSay()
  return (
    <Group title={say('集合', 'Assembly')}>
      <Pairs>
        <Field
          id="assembly.time"
          label={say('集合時間（空白不變）', 'Meeting time (empty: as before)')}
          placeholder="06:00"
          typed="time"
        />
        <Choice
          id="assembly.days_before"
          label={say('集合日', 'Meets on')}
          defaultValue="0"
          options={[
            ['0', say('出發日', 'The day of the departure')],
            ['1', say('前一天', 'The day before')],
          ]}
        />
      </Pairs>
    </Group>
  )
}

const meetingIn = (given: Given) => {
  const time = given('assembly.time')
  return time ? { assembly: { time, days_before: numberSent(given('assembly.days_before')) } } : {}
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
