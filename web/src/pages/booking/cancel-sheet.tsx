import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type BookingCancelInput, cancelBooking } from 'guidon-sdk'
import { useState } from 'react'
import { guidon, refresh, sentenceOf } from '../../kit/api.ts'
import { price } from '../../kit/money.ts'
import { showToast } from '../../kit/toasts.ts'
import { useSay } from '../../kit/words.ts'
import { Loading } from '../../parts/empty.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Field, Form, type Given, TextArea } from '../../parts/form.tsx'
import { Pairs } from '../../parts/form-groups.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { TripTerms } from '../../parts/trip-terms.tsx'
import type { Booking } from './queries.ts'

type Props = { booking: Booking; close: () => void }

/** Shows what cancelling costs by the terms of the trip, then cancels. */
export default function CancelSheet({ booking, close }: Props) {
  const say = useSay()
  const [officialFees, setOfficialFees] = useState('')
  const { mutate, error, isPending } = useMutation({
    mutationFn: (given: BookingCancelInput) => cancelBooking(guidon, booking.id, given, { version: booking.version }),
    onSuccess: () => {
      close()
      showToast({ title: say('訂單已取消', 'The booking is cancelled') })
    },
    onSettled: () => refresh('bookings', 'trips', 'money'),
  })
  return (
    <Sheet title={say('取消訂單', 'Cancel the booking')} close={close}>
      <Preview booking={booking} officialFees={officialFees} />
      <TripTerms trip={booking.trip.id} />
      <Form
        send={say('取消訂單', 'Cancel the booking')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(bodyIn(given))}
      >
        <TextArea
          id="reason"
          label={say('原因', 'Reason')}
          hint={say('客戶會收到通知。', 'The customer is told.')}
          required
        />
        <Pairs>
          <Field
            id="official_fees"
            label={`${say('已繳規費', 'Official fees')} (${booking.currency})`}
            hint={say('如簽證費；不退，也不計取消費。', 'Such as visas: kept, and no part of the fee.')}
            inputMode="decimal"
            value={officialFees}
            onChange={({ target }) => setOfficialFees(target.value)}
          />
          <Field
            id="fee"
            label={`${say('取消費', 'Fee')} (${booking.currency})`}
            hint={say('留空依團的條款計算。', 'Empty: by the terms of the trip.')}
            inputMode="decimal"
          />
        </Pairs>
        <Field
          id="paper"
          label={say('損失憑證', 'Proof of a higher loss')}
          hint={say(
            '取消費高於條款時必填，例如「航空公司退票收據」。',
            'Needed for a fee above the terms, such as the receipt of the airline.',
          )}
          maxLength={200}
        />
      </Form>
    </Sheet>
  )
}

/** What was left empty is not sent. */
const bodyIn = (given: Given): BookingCancelInput => ({
  reason: given('reason'),
  ...Object.fromEntries(
    ['fee', 'official_fees', 'paper'].flatMap((name) => (given(name) ? [[name, given(name)]] : [])),
  ),
})

/** What the service would do; nothing is changed. */
const Preview = ({ booking: { id, version, currency }, officialFees }: { booking: Booking; officialFees: string }) => {
  const say = useSay()
  const { data, error } = useQuery({
    queryKey: ['bookings', id, 'cancellation', version, officialFees],
    queryFn: () =>
      cancelBooking(guidon, id, {
        reason: say('試算', 'Preview'),
        dry_run: true,
        ...(officialFees && { official_fees: officialFees }),
      }),
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (error) return <p className="refused">{sentenceOf(error, say('無法試算', 'No preview'))}</p>
  if (!data) return <Loading />
  const { days_left, fee_percent, fee, refund, owed } = data.meta.cancellation
  return (
    <Facts
      facts={[
        [say('距出發', 'Until departure'), say(`${days_left} 天`, `${days_left} days`)],
        [say('取消費', 'Fee'), `${price(fee, currency)}（${fee_percent}%）`],
        [say('應退', 'Refund'), price(refund, currency)],
        [say('尚欠', 'Still owed'), owed > 0 && price(owed, currency)],
      ]}
    />
  )
}
