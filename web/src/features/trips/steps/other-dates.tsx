import { useQuery } from '@tanstack/react-query'
import { listPlannedTrips } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { shortDay, span, today } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { Loading } from '../../../ui/empty.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import MessageSheet from '../messages/message-sheet.tsx'
import type { Trip } from '../queries.ts'
import { nameOfTrip } from '../shared/name.ts'

/** Before a trip is cancelled for too few people, its customers can be mailed the other dates of the package with free seats. */
export default function OtherDatesSheet({ trip, close }: { trip: Trip; close: () => void }) {
  const say = useSay()
  const { id, serial, package_id, departure_date } = trip
  const { data } = useQuery({
    queryKey: ['trips', id, 'other-dates'],
    queryFn: () =>
      listPlannedTrips(guidon, {
        ...(package_id !== null && { package_id }),
        from: today(),
        seats_from: 1,
        sort: 'departure_date',
      }),
  })
  const title = say('請客戶改期', 'Offer another date')
  if (!data)
    return (
      <Sheet title={title} close={close}>
        <Loading />
      </Sheet>
    )
  const others = data.data.filter((other) => other.id !== id).slice(0, 5)
  const day = shortDay(departure_date)
  const dates = others.map(({ departure_date: from, return_date: to, seats: { remaining } }) =>
    say(`・${span(from, to)}，餘 ${remaining} 個名額`, `· ${span(from, to)} (${remaining} seats left)`),
  )
  const first = {
    title: say(`${day}出發的行程可能無法成行，請選擇其他日期`, `Your trip of ${day} may not take place`),
    words: say(
      `很抱歉，您報名的 ${serial} ${nameOfTrip(say, trip)}（${day}出發）目前人數不足，可能無法成行。您可以改參加以下日期：\n\n${dates.join('\n')}\n\n要改期請回覆這封信，或與承辦業務聯絡；團費若有差額，會先告知您。不改期也沒有關係：若此團取消，我們會依契約退費。`,
      `We are sorry: too few people have booked ${serial} ${nameOfTrip(say, trip)} (departs ${day}), and it may not take place. You can travel on one of these dates instead:\n\n${dates.join('\n')}\n\nTo change, answer this mail or call the salesperson of your booking; if the price differs, we tell you first. You need not change: if this trip is cancelled, you are refunded as the contract says.`,
    ),
  }
  if (others.length === 0)
    return (
      <Sheet title={title} close={close}>
        <p>
          {say(
            '這個行程目前沒有其他還有名額的團；請先開新的出發日。',
            'No other trip of this package has seats: plan another departure first.',
          )}
        </p>
      </Sheet>
    )
  return <MessageSheet trip={id} title={title} first={first} close={close} />
}
