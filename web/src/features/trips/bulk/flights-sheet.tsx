import { replaceFlightsOfPlannedTrips } from 'guidon-sdk'
import { plural, useSay } from '../../../kit/words.ts'
import { BulkSheet } from '../../../ui/bulk/sheet.tsx'
import { TextArea } from '../../../ui/forms/form.tsx'

type Props = { trips: number[]; close: () => void }

/** Gives all chosen trips the same flights, as the airline sent them. */
export default function FlightsSheet({ trips, close }: Props) {
  const say = useSay()
  return (
    <BulkSheet
      title={say(`${trips.length} 團的航班`, `Flights of ${plural(trips.length, 'trip')}`)}
      send={(changed) => say(`套用到 ${changed} 團`, `Set them on ${plural(changed, 'trip')}`)}
      bodyOf={(given) => ({ ids: trips, text: given('text'), tell_travelers: given('tell_travelers') === 'on' })}
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
      <label className="check">
        <input type="checkbox" name="tell_travelers" />
        {say('通知旅客航班變更', 'Notify the travelers of changed flights')}
      </label>
    </BulkSheet>
  )
}
