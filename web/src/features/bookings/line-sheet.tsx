import { type BookingPriceLineInput, createBookingPriceLine } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useMe } from '../../kit/me.ts'
import { approvesDiscounts, editsBookings } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { AskApproval } from '../../ui/forms/ask-approval.tsx'
import { Choice, Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'

/** Adds a surcharge or a discount by hand. What is above the limit of sales needs a manager. */
export default function LineSheet({ booking, close }: { booking: Booking; close: () => void }) {
  const say = useSay()
  const me = useMe()
  const { mutate, error, isPending, variables } = useWrite({
    send: (line: BookingPriceLineInput, guidon) => createBookingPriceLine(guidon, booking.id, line),
    close,
    changes: ['bookings', 'trips', 'money'],
  })
  const isDaily = editsBookings(me)
  return (
    <Sheet
      title={
        isDaily
          ? say('加價或優惠', 'Surcharge or discount')
          : say('核准優惠或加價', 'Approve a discount or a surcharge')
      }
      close={close}
    >
      <Form
        send={say('加入', 'Add')}
        error={error}
        isPending={isPending}
        ask={<AskApproval error={error} params={paramsOf(variables)} close={close} />}
        submit={(given) =>
          mutate({
            kind: given('kind') === 'surcharge' ? 'surcharge' : 'discount',
            description: given('description'),
            description_en: given('description_en') || null,
            quantity: Number(given('quantity')),
            unit_price: given('unit_price'),
            ...(given('reason') && { override: true, reason: given('reason') }),
          })
        }
      >
        <Choice
          id="kind"
          label={say(...label.kind)}
          options={[
            ['discount', say('優惠', 'Discount')],
            ['surcharge', say('加價', 'Surcharge')],
          ]}
        />
        <Field id="description" label={say(...label.description)} maxLength={200} required />
        <Field id="description_en" label={say('英文說明（可留空）', 'Description in English (optional)')} />
        <Field id="quantity" label={say(...label.quantity)} inputMode="numeric" defaultValue="1" required />
        <Field
          id="unit_price"
          label={`${say(...label.unit_price)} (${booking.currency})`}
          hint={say('優惠也填正數。', 'Enter a positive number, also for a discount.')}
          inputMode="decimal"
          required
        />
        {approvesDiscounts(me) && (
          <Field
            id="reason"
            label={say(...label.override_reason)}
            hint={say(
              '優惠或加價超過業務上限時必填；客戶看不到。',
              'Required for a discount or a surcharge above the limit of sales; customers do not see it.',
            )}
            maxLength={500}
            required={!isDaily}
          />
        )}
      </Form>
    </Sheet>
  )
}

const paramsOf = ({ kind: _, override: _override, reason: _reason, ...params }: Partial<BookingPriceLineInput> = {}) =>
  params
