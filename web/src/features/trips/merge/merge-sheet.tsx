import { useQuery } from '@tanstack/react-query'
import {
  type Booking,
  listBookings,
  moveBookingsOfPlannedTrip,
  type PlannedTripBookingMove,
  type PlannedTripBookingMoveInput,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { bookingPaperWords, bookingStatusWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { allOf } from '../../../kit/all-of.ts'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { useMe } from '../../../kit/me.ts'
import { price } from '../../../kit/money.ts'
import { editsTrips } from '../../../kit/roles.ts'
import { numberSent } from '../../../kit/typed.ts'
import { plural, type Say, useSay } from '../../../kit/words.ts'
import { BulkSheet } from '../../../ui/bulk/sheet.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Field, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../ui/forms/form-groups.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { ReasonInEnglish } from '../../bookings/shared/call-off.tsx'
import { misfitIn } from '../../bookings/shared/legal-receipts/misfits.tsx'
import type { Trip } from '../queries.ts'
import { TripField } from '../shared/trip-field.tsx'

type Props = { trip: Trip; close: () => void }
type Line = PlannedTripBookingMove
type Move = PlannedTripBookingMoveInput

/** Merges a trip into another one, or splits it: first what would become of each booking, then all of it or nothing. */
export default function MergeSheet({ trip, close }: Props) {
  const say = useSay()
  const { data: bookings } = useQuery({
    // Not read again when they have moved: the result stays.
    queryKey: ['to-move', trip.id],
    gcTime: 0,
    queryFn: () =>
      allOf((at) =>
        listBookings(guidon, { planned_trip_id: trip.id, status: ['confirmed', 'held', 'waitlisted'], ...at }),
      ),
  })
  const title = say(`${trip.serial} 併團或分團`, `Merge or split ${trip.serial}`)
  if (!bookings?.length)
    return (
      <Sheet title={title} close={close}>
        {bookings ? <Empty>{say('這團沒有訂單可以移動', 'No booking of this trip could move')}</Empty> : <Loading />}
      </Sheet>
    )
  return (
    <BulkSheet
      title={title}
      send={(changed) => say(`移動 ${changed} 筆訂單`, `Move ${plural(changed, 'booking')}`)}
      bodyOf={(given) =>
        moveIn(
          given,
          bookings.map(({ id }) => id),
        )
      }
      call={(service, body: Move & { ids: number[] }) => moveBookingsOfPlannedTrip(service, trip.id, body)}
      idOf={({ booking_id }) => booking_id}
      nameOf={({ booking_number, contact_name }) =>
        [booking_number, contact_name].filter(Boolean).join(' ') || say('已不存在的訂單', 'A booking that is gone')
      }
      sums={(meta) => <Sums meta={meta} serial={trip.serial} />}
      says={(line) => whatBecomes(say, line).join(say('；', '; '))}
      will={['將移動', 'Would move']}
      done={['訂單已移動', 'The bookings are moved']}
      showsResult
      changes={['trips', 'bookings', 'money', 'work']}
      close={close}
    >
      <Fields trip={trip} bookings={bookings} />
    </BulkSheet>
  )
}

const Fields = ({ trip, bookings }: { trip: Trip; bookings: readonly Booking[] }) => {
  const say = useSay()
  const plans = editsTrips(useMe())
  const [way, setWay] = useState('merge')
  const [cancels, setCancels] = useState(false)
  return (
    <>
      {plans && (
        <div className="field">
          <label htmlFor="way">{say('怎麼做', 'What to do')}</label>
          <select className="input" id="way" name="way" value={way} onChange={({ target }) => setWay(target.value)}>
            <option value="merge">{say('併入另一團', 'Merge into another trip')}</option>
            <option value="split">{say('分出新的一團', 'Split off a new departure')}</option>
          </select>
        </div>
      )}
      {way === 'merge' ? (
        <TripField id="to_trip_id" label={say(...label.to_trip_id)} without={trip.id} proposes={trip.package_id} />
      ) : (
        <NewTrip trip={trip} />
      )}
      <Bookings key={way} bookings={bookings} isAll={way === 'merge'} />
      <label className="choice">
        <input type="checkbox" name="keeps_price" defaultChecked />
        {say('維持每筆訂單原來的團費', 'Each booking keeps its price')}
      </label>
      <TextArea id="reason" label={say(...label.reason)} rows={2} required />
      {way === 'merge' && plans && (
        <label className="choice">
          <input type="checkbox" name="cancel" onChange={({ target }) => setCancels(target.checked)} />
          {say(`全部移走後，取消 ${trip.serial}`, `Cancel ${trip.serial} once it is empty`)}
        </label>
      )}
      {way === 'merge' && cancels && <ReasonInEnglish />}
    </>
  )
}

const NewTrip = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  return (
    <Group title={say('新的一團', 'The new departure')}>
      <p className="tiny soft">
        {say(
          '日程、售價、條款、期限與承辦人照原團；航班、飯店、領隊、集合與說明會要另外安排。',
          'Days, prices, terms, deadlines and people in charge are those of this trip. Flights, hotels, leader, meeting point and briefing are arranged anew.',
        )}
      </p>
      <Pairs>
        <DayField id="new_trip.departure_date" label={say(...label.departure_date)} first={trip.departure_date} />
        <Field
          id="new_trip.capacity"
          label={say(...label.capacity)}
          inputMode="numeric"
          defaultValue={String(trip.capacity)}
        />
      </Pairs>
    </Group>
  )
}

const Bookings = ({ bookings, isAll }: { bookings: readonly Booking[]; isAll: boolean }) => {
  const say = useSay()
  return (
    <fieldset>
      <legend>{say('移動哪些訂單', 'Which bookings move')}</legend>
      {bookings.map(({ id, booking_number, contact, status, party_size }) => (
        <label key={id} className="choice">
          <input type="checkbox" name={`booking.${id}`} defaultChecked={isAll} />
          <span>
            {contact.name}{' '}
            <span className="small soft">
              {booking_number}・{say(`${party_size} 人`, plural(party_size, 'person', 'people'))}・
              {say(...bookingStatusWords[status])}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const moveIn = (given: Given, bookings: readonly number[]): Move & { ids: number[] } => {
  const reason = given('reason')
  const isSplit = given('way') === 'split'
  const size = given('new_trip.capacity')
  return {
    ids: bookings.filter((id) => given(`booking.${id}`) === 'on'),
    ...(isSplit
      ? {
          new_trip: {
            departure_date: given('new_trip.departure_date'),
            ...(size && { capacity: numberSent(size) }),
          },
        }
      : { to_trip_id: Number(given('to_trip_id')) }),
    keeps_price: given('keeps_price') === 'on',
    reason,
    ...(given('cancel') === 'on' && {
      cancel: { reason, ...(given('reason_en') && { reason_en: given('reason_en') }) },
    }),
  }
}

type Meta = Awaited<ReturnType<typeof moveBookingsOfPlannedTrip>>['meta']

/** Where they go, how many seats are left there, and what becomes of the trip. */
const Sums = ({ meta: { to, left, is_cancelled }, serial }: { meta: Meta; serial: string }) => {
  const say = useSay()
  const rest = is_cancelled
    ? say(`${serial} 已取消。`, `${serial} is cancelled.`)
    : left > 0
      ? say(`${left} 筆訂單留在 ${serial}。`, `${plural(left, 'booking')} stay on ${serial}.`)
      : say(`${serial} 沒有訂單了。`, `${serial} has no booking left.`)
  return (
    <p className="told small">
      {to.is_new
        ? say(`移到新的團 ${to.serial}，`, `To the new departure ${to.serial}, `)
        : say(`移到 ${to.serial}，`, `To ${to.serial}, `)}
      {say(`還有 ${to.remaining} 個名額。`, `which has ${plural(to.remaining, 'seat')} left. `)}
      {rest}
    </p>
  )
}

const whatBecomes = (say: Say, line: Line) => [
  ...(line.booking_status ? [say(...bookingStatusWords[line.booking_status])] : []),
  ...priceIn(say, line),
  ...(line.stays_with_room
    ? [say(`${line.stays_with_room} 晚宿的分房失效`, `${plural(line.stays_with_room, 'room')} of the old trip end`)]
    : []),
  ...(line.addon_requests
    ? [say(`${line.addon_requests} 項加購隨之移動`, `${plural(line.addon_requests, 'add-on')} move along`)]
    : []),
  ...papersIn(say, line),
  ...line.receipt_misfits.map((misfit) => misfitIn(say, misfit)),
  ...tellingIn(say, line),
]

const priceIn = (say: Say, { seats, currency, price_before, price_after, difference }: Line) => {
  if (seats === null || !currency || price_before === null || price_after === null) return []
  const [before, after] = [price(price_before, currency), price(price_after, currency)]
  const people = say(`${seats} 個名額`, plural(seats, 'seat'))
  return [
    people,
    difference === 0
      ? say(`團費 ${after} 不變`, `fare ${after} stays`)
      : say(`團費 ${before} → ${after}`, `fare ${before} → ${after}`),
  ]
}

const papersIn = (say: Say, { papers }: Line) => {
  if (!papers.length) return []
  const named = papers
    .map(({ kind, sent_at }) => `${say(...bookingPaperWords[kind])} ${shortDay(sent_at.slice(0, 10))}`)
    .join(say('、', ', '))
  return [say(`寄過的文件成為舊的：${named}`, `papers that become old: ${named}`)]
}

const tellingIn = (say: Say, { status, is_mailed, is_invited }: Line) => {
  if (status === 'refused') return []
  return [
    is_mailed
      ? say('轉團信寄給聯絡人', 'the contact gets the mail of a transfer')
      : say('聯絡人沒有信箱，請打電話', 'the contact has no mail address: call'),
    ...(is_invited ? [say('邀請參加說明會', 'invited to the briefing')] : []),
  ]
}
