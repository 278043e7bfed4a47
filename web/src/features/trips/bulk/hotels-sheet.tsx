import { type PlannedTripBulkHotel, takeHotelsOfPackage } from 'guidon-sdk'
import { plainDay } from '../../../kit/days.ts'
import { plural, useSay } from '../../../kit/words.ts'
import { BulkSheet } from '../../../ui/bulk/sheet.tsx'

type Props = { trips: number[]; close: () => void }
type Night = PlannedTripBulkHotel['nights'][number]

/** Gives all chosen trips the hotels that their packages have now. */
export default function HotelsSheet({ trips, close }: Props) {
  const say = useSay()
  const nightsIn = (nights: Night[]) =>
    nights
      .map(({ starts_on, hotel_name }) => `${plainDay(starts_on)} ${hotel_name ?? say('無飯店', 'no hotel')}`)
      .join(say('、', ', '))
  return (
    <BulkSheet
      title={say(`${trips.length} 團的飯店`, `Hotels of ${plural(trips.length, 'trip')}`)}
      send={(changed) => say(`套用到 ${changed} 團`, `Set them on ${plural(changed, 'trip')}`)}
      bodyOf={() => ({ ids: trips })}
      call={takeHotelsOfPackage}
      idOf={({ planned_trip_id }) => planned_trip_id}
      nameOf={({ serial }) => serial ?? say('已不存在的團', 'A trip that is gone')}
      says={({ nights }) => {
        const changed = nights.filter(({ is_confirmed }) => !is_confirmed)
        const kept = nights.length - changed.length
        const keeps = say(`已確認的 ${kept} 晚維持不變`, `${plural(kept, 'confirmed night')} stay as they are`)
        return [...(changed.length ? [nightsIn(changed)] : []), ...(kept ? [keeps] : [])].join(say('；', '; '))
      }}
      done={['飯店已更新', 'The hotels are set']}
      changes={['trips', 'work']}
      close={close}
    >
      <p>
        {say(
          '每一團改用它的行程目前填寫的飯店。已向飯店確認的住宿不會變動。',
          'Each trip gets the hotels that its package has now. Nights that a hotel has confirmed stay as they are.',
        )}
      </p>
    </BulkSheet>
  )
}
