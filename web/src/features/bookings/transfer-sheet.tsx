import { useQuery } from '@tanstack/react-query'
import { getPlannedTrip, transferBooking } from 'guidon-sdk'
import { guidon, sentenceOf } from '../../kit/api.ts'
import { price } from '../../kit/money.ts'
import { usePreview } from '../../kit/preview.ts'
import { plural, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { AskApproval } from '../../ui/forms/ask-approval.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { TripField } from '../trips/shared/trip-field.tsx'
import type { Booking } from './queries.ts'
import { ReceiptMisfits } from './shared/legal-receipts/misfits.tsx'
import css from './transfer.module.css'

/** Previews the price on another trip, other dates of the same tour first, then moves the whole booking there. */
export default function TransferSheet({ booking, close }: { booking: Booking; close: () => void }) {
  const say = useSay()
  const { data: now } = useQuery({
    queryKey: ['trips', booking.trip.id],
    queryFn: () => getPlannedTrip(guidon, booking.trip.id),
  })
  const { mutate, error, isPending, variables } = useWrite({
    send: (planned_trip_id: number, guidon) =>
      transferBooking(guidon, booking.id, { planned_trip_id }, { version: booking.version }),
    close,
    says: ({ data }) => ({ title: say(`已轉到 ${data.trip.serial}`, `Moved to ${data.trip.serial}`) }),
    changes: ['bookings', 'trips', 'money'],
  })
  return (
    <Sheet title={say('轉團', 'Move to another trip')} close={close}>
      <Form
        send={say('轉到這一團', 'Move the booking')}
        error={error}
        isPending={isPending}
        ask={<AskApproval error={error} params={{ planned_trip_id: variables }} close={close} />}
        submit={(given) => mutate(Number(given('planned_trip_id')))}
      >
        <TripField
          id="planned_trip_id"
          label={say('轉到哪一團', 'New trip')}
          without={booking.trip.id}
          proposes={now?.package_id}
          below={(trip) => <Preview booking={booking} trip={trip} isSent={isPending} />}
        />
      </Form>
    </Sheet>
  )
}

type PreviewProps = { booking: Booking; trip: number; isSent: boolean }

/** A preview by a dry run; nothing is changed. */
const Preview = ({ booking: { id, version }, trip, isSent }: PreviewProps) => {
  const say = useSay()
  const { data, error } = usePreview({
    key: ['bookings', id, 'transfer', version, trip],
    ask: (signal) => transferBooking(guidon, id, { planned_trip_id: trip, dry_run: true }, { signal }),
    isSent,
  })
  if (error) return <p className="told fault">{sentenceOf(error, say('無法試算', 'Preview not available'))}</p>
  if (!data) return <Loading />
  const { is_possible, seats, remaining, currency, price_before, price_after, difference, receipt_misfits } =
    data.meta.transfer
  return (
    <div className={`within ${css.preview}`}>
      {!is_possible && (
        <p className="told fault">
          {say(
            `需要 ${seats} 個名額，這一團只剩 ${remaining} 個。`,
            `It needs ${plural(seats, 'seat')}, and this trip has ${remaining} left.`,
          )}
        </p>
      )}
      <Facts
        facts={[
          [say('原團費', 'Current fare'), price(price_before, currency)],
          [say('新團費', 'New fare'), price(price_after, currency)],
          [
            difference < 0 ? say('減少', 'Show less') : say('增加', 'More'),
            difference === 0 ? say('不變', 'No change') : price(Math.abs(difference), currency),
          ],
        ]}
      />
      <ReceiptMisfits misfits={receipt_misfits} />
      <p className="small soft">
        {say(
          '加價、優惠與付款照舊；客戶會收到通知。',
          'Surcharges, discounts and payments stay. The customer is told.',
        )}
      </p>
    </div>
  )
}
