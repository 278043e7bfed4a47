import { deleteBookingPriceLine } from 'guidon-sdk'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { AskApproval } from '../../ui/forms/ask-approval.tsx'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'

type Props = { booking: Booking; line: Booking['price_lines'][number]; close: () => void }

/** Waives the fee of a traveler who was cancelled, with a reason. Above the limit of the agency a manager is asked. */
export default function WaiveSheet({ booking, line, close }: Props) {
  const say = useSay()
  const waiving = useWrite({
    send: (reason: string, guidon) => deleteBookingPriceLine(guidon, booking.id, line.id, { reason }),
    close,
    says: ['已免收', 'The fee is waived'],
    changes: ['bookings', 'trips', 'money'],
  })
  return (
    <Sheet title={say('免收取消手續費', 'Waive the cancellation fee')} close={close}>
      <p>
        {say(line.description, line.description_en ?? line.description)}・<b>{price(line.amount, line.currency)}</b>
      </p>
      <ReasonForm
        of={line}
        send={say('免收', 'Waive it')}
        isHarmful
        sending={waiving}
        ask={
          <AskApproval error={waiving.error} params={{ line_id: line.id }} reason={waiving.variables} close={close} />
        }
      />
    </Sheet>
  )
}
