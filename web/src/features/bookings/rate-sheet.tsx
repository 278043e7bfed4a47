import { type BookingPriceLineChange, updateBookingPriceLine } from 'guidon-sdk'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { answersIn, Confirmations } from '../../ui/forms/confirmations.tsx'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'

type Props = { booking: Booking; line: Booking['price_lines'][number]; close: () => void }

/** Sets the exchange rate of a price line in another currency, once; then the line counts in the total. */
export default function RateSheet({ booking, line, close }: Props) {
  const say = useSay()
  const { mutate, variables, error, isPending } = useWrite({
    send: (rate: BookingPriceLineChange, guidon) => updateBookingPriceLine(guidon, booking.id, line.id, rate),
    says: ['匯率已儲存，已計入總額', 'Exchange rate saved; the line now counts toward the total'],
    changes: ['bookings', 'trips', 'money'],
    close,
  })
  return (
    <Sheet title={say('補匯率', 'Add exchange rate')} close={close}>
      <p>
        {say(line.description, line.description_en ?? line.description)} <b>{price(line.amount, line.currency)}</b>
      </p>
      <Form
        of={line}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate({ rate: given('rate'), ...answersIn(given, ['rate']) })}
      >
        <Field
          id="rate"
          label={say(`1 ${line.currency} 等於多少 ${booking.currency}`, `1 ${line.currency} in ${booking.currency}`)}
          hint={say('只能填一次，之後不再變動。', 'It can be entered only once and does not change later.')}
          inputMode="decimal"
          required
        />
        <Confirmations error={error} of={[{ field: 'rate', value: variables?.rate, shown: String(variables?.rate) }]} />
      </Form>
    </Sheet>
  )
}
