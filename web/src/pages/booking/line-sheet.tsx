import { useMutation } from '@tanstack/react-query'
import { type BookingPriceLineInput, createBookingPriceLine } from 'guidon-sdk'
import { guidon, thenRefresh } from '../../kit/api.ts'
import { useOnce } from '../../kit/once.ts'
import { useSay } from '../../kit/words.ts'
import { Choice, Field, Form } from '../../parts/form.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import type { Booking } from './queries.ts'

/** Adds what somebody in the office decided: a surcharge or a discount. */
export default function LineSheet({ booking, close }: { booking: Booking; close: () => void }) {
  const say = useSay()
  const once = useOnce()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (line: BookingPriceLineInput) =>
      createBookingPriceLine(guidon, booking.id, line, { idempotencyKey: once.key() }),
    onSuccess: close,
    onError: once.renew,
    onSettled: thenRefresh('bookings', 'trips', 'money'),
  })
  return (
    <Sheet title={say('加價或優惠', 'Surcharge or discount')} close={close}>
      <Form
        send={say('加入', 'Add')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            kind: given('kind') === 'discount' ? 'discount' : 'surcharge',
            description: given('description'),
            description_en: given('description_en') || null,
            quantity: Number(given('quantity')),
            unit_price: given('unit_price'),
          })
        }
      >
        <Choice
          id="kind"
          label={say('種類', 'Kind')}
          options={[
            ['discount', say('優惠', 'Discount')],
            ['surcharge', say('加價', 'Surcharge')],
          ]}
        />
        <Field id="description" label={say('說明', 'Description')} maxLength={200} required />
        <Field id="description_en" label={say('英文說明（可留空）', 'Description in English (optional)')} />
        <Field id="quantity" label={say('數量', 'Quantity')} inputMode="numeric" defaultValue="1" required />
        <Field
          id="unit_price"
          label={`${say('單價', 'Unit price')} (${booking.currency})`}
          hint={say('優惠也填正數。', 'Above zero, also for a discount.')}
          inputMode="decimal"
          required
        />
      </Form>
    </Sheet>
  )
}
