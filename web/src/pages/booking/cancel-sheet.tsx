import { useMutation, useQuery } from '@tanstack/react-query'
import { type BookingCancelInput, cancelBooking } from 'guidon-sdk'
import { guidon, refresh, sentenceOf } from '../../kit/api.ts'
import { price } from '../../kit/money.ts'
import { showToast } from '../../kit/toasts.ts'
import { useSay } from '../../kit/words.ts'
import { Loading } from '../../parts/empty.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Field, Form, TextArea } from '../../parts/form.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import type { Booking } from './queries.ts'

type Props = { booking: Booking; close: () => void }

/** Shows what cancelling costs by the terms of the trip, then cancels. */
export const CancelSheet = ({ booking, close }: Props) => {
  const say = useSay()
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
      <Preview booking={booking} />
      <Form
        send={say('取消訂單', 'Cancel the booking')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate({ reason: given('reason'), ...(given('fee') && { fee: given('fee') }) })}
      >
        <TextArea
          id="reason"
          label={say('原因', 'Reason')}
          hint={say('客戶會收到通知。', 'The customer is told.')}
          required
        />
        <Field
          id="fee"
          label={`${say('取消費', 'Fee')} (${booking.currency})`}
          hint={say('留空依團的條款計算。', 'Empty: by the terms of the trip.')}
          inputMode="decimal"
        />
      </Form>
    </Sheet>
  )
}

/** What the service would do; nothing is changed. */
const Preview = ({ booking: { id, version, currency } }: Pick<Props, 'booking'>) => {
  const say = useSay()
  const { data, error } = useQuery({
    queryKey: ['bookings', id, 'cancellation', version],
    queryFn: () => cancelBooking(guidon, id, { reason: say('試算', 'Preview'), dry_run: true }),
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
