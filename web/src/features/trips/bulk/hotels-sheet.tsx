import { type PlannedTripBulkHotel, type PlannedTripBulkHotelInput, takeHotelsOfPackage } from 'guidon-sdk'
import { roomTypeWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { plainDay, span } from '../../../kit/days.ts'
import { numberTyped } from '../../../kit/typed.ts'
import { nameOf, plural, type Say, useSay } from '../../../kit/words.ts'
import { BulkSheet } from '../../../ui/bulk/sheet.tsx'
import { Choice, Field, type Given } from '../../../ui/forms/form.tsx'
import { Pairs } from '../../../ui/forms/form-groups.tsx'

type Props = { trips: number[]; close: () => void }
type Line = PlannedTripBulkHotel
type Booking = NonNullable<PlannedTripBulkHotelInput['book']>

/** Gives all chosen trips the hotels that their packages have now, and books their nights. */
export default function HotelsSheet({ trips, close }: Props) {
  const say = useSay()
  return (
    <BulkSheet
      title={say(`${trips.length} 團的飯店`, `Hotels of ${plural(trips.length, 'trip')}`)}
      send={(changed) => say(`套用到 ${changed} 團`, `Set them on ${plural(changed, 'trip')}`)}
      bodyOf={(given) => ({ ids: trips, ...bookingIn(given) })}
      call={takeHotelsOfPackage}
      idOf={({ planned_trip_id }) => planned_trip_id}
      nameOf={({ serial }) => serial ?? say('已不存在的團', 'A trip that is gone')}
      says={(line) =>
        [...nightsIn(say, line), ...staysIn(say, line), ...leftIn(say, line)].join(say('；', '; ')) ||
        (line.status === 'unchanged' && say('沒有要變更的飯店', 'There is nothing left to do for its hotels'))
      }
      done={['飯店已更新', 'The hotels are set']}
      showsResult
      changes={['trips', 'work', 'reference', 'options']}
      close={close}
    >
      <p>
        {say(
          '每一團改用它的行程目前填寫的飯店。已向飯店確認的住宿不會變動。',
          'Each trip gets the hotels that its package has now. Nights that a hotel has confirmed stay as they are.',
        )}
      </p>
      <BookingFields />
    </BulkSheet>
  )
}

const BookingFields = () => {
  const say = useSay()
  const [isBooked, setBooked] = useState(true)
  const { twin, double, triple } = roomTypeWords
  return (
    <>
      <label className="choice">
        <input type="checkbox" name="book" checked={isBooked} onChange={({ target }) => setBooked(target.checked)} />
        {say('依行程訂房，狀態為「已洽訂」', 'Book the nights that the itinerary names, as requested')}
      </label>
      {isBooked && (
        <>
          <Pairs>
            <Choice
              id="book.room_type"
              label={say('依名額保留的房間', 'Rooms held for all seats')}
              defaultValue="twin"
              options={[
                ['', say('先不保留', 'None yet')],
                ...Object.entries({ twin, double, triple }).map(([type, words]): [string, string] => [
                  type,
                  say(...words),
                ]),
              ]}
            />
            <Field
              id="book.singles"
              label={say('另加單人房（領隊等）', 'Single rooms besides, for the leader')}
              inputMode="numeric"
              defaultValue="1"
            />
          </Pairs>
          <label className="choice">
            <input type="checkbox" name="book.add_hotels" />
            {say('新增清單裡沒有的飯店', 'Add hotels that the list lacks')}
          </label>
        </>
      )}
    </>
  )
}

const bookingIn = (given: Given): { book?: Booking } => {
  if (given('book') !== 'on') return {}
  const type = given('book.room_type')
  const room_type = type === 'twin' || type === 'double' || type === 'triple' ? type : undefined
  const singles = numberTyped(given('book.singles') || '0')
  return { book: { ...(room_type && { room_type }), singles, add_hotels: given('book.add_hotels') === 'on' } }
}

const nightsIn = (say: Say, { nights }: Line) => {
  const changed = nights.filter(({ is_confirmed }) => !is_confirmed)
  const kept = nights.length - changed.length
  const named = changed
    .map(({ starts_on, hotel_name }) => `${plainDay(starts_on)} ${hotel_name ?? say('無飯店', 'no hotel')}`)
    .join(say('、', ', '))
  return [
    ...(named ? [say(`行程改為 ${named}`, `Itinerary: ${named}`)] : []),
    ...(kept
      ? [
          say(
            `已確認的 ${kept} 晚維持不變`,
            `${plural(kept, 'confirmed night stays', 'confirmed nights stay')} as before`,
          ),
        ]
      : []),
  ]
}

const staysIn = (say: Say, { stays }: Line) =>
  stays.map(({ check_in, check_out, hotel, rooms, is_new_hotel }) => {
    const held = rooms.map(({ type, count }) => `${say(...roomTypeWords[type])} ${count}`).join(say('、', ', '))
    const days = `${span(check_in, check_out)} ${nameOf(say, hotel)}`
    const isNew = is_new_hotel ? say('，新增到清單', ', added to the list') : ''
    return say(`訂 ${days}${held && `（${held}）`}${isNew}`, `Books ${days}${held && ` (${held})`}${isNew}`)
  })

const leftIn = (say: Say, { unbooked }: Line) =>
  unbooked.map(({ check_in, check_out, hotel_name, reason }) =>
    say(
      `未訂 ${span(check_in, check_out)} ${hotel_name}：${reason}`,
      `Not booked ${span(check_in, check_out)} ${hotel_name}: ${reason}`,
    ),
  )
