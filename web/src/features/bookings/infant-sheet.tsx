import { updateBooking } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { AskApproval } from '../../ui/forms/ask-approval.tsx'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'

/** Sets or corrects the price of an infant, if the prices of the trip have none for infants. Above the limit of the agency a manager is asked. */
export default function InfantSheet({ booking, close }: { booking: Booking; close: () => void }) {
  const say = useSay()
  const { mutate, error, isPending, variables } = useWrite({
    send: (infant_price: string, guidon) =>
      updateBooking(guidon, booking.id, { infant_price }, { version: booking.version }),
    says: ['嬰兒價已儲存', 'The infant price is saved'],
    changes: ['bookings', 'trips', 'money'],
    close,
  })
  return (
    <Sheet title={say(...label.infant_price)} close={close}>
      <Form
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        ask={<AskApproval error={error} params={{ infant_price: variables }} close={close} />}
        submit={(given) => mutate(given('infant_price'))}
      >
        <Field
          id="infant_price"
          label={`${say('每位嬰兒', 'Each infant')} (${booking.currency})`}
          hint={say('不收費請填 0。', '0 if infants travel free.')}
          inputMode="decimal"
          defaultValue={booking.infant_price ?? undefined}
          required
        />
      </Form>
    </Sheet>
  )
}
