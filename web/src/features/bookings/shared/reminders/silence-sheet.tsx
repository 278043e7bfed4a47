import { type BookingPaymentSilenceChange, silenceBooking } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { DayField } from '../../../../ui/forms/day-field.tsx'
import { Field, Form } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { reminderChanges } from './days.ts'

/** The customer of a booking is not reminded until a day, and colleagues read why. */
export default function SilenceSheet({ id, close }: { id: number; close: () => void }) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (silence: BookingPaymentSilenceChange, guidon) => silenceBooking(guidon, id, silence),
    says: ['已暫停提醒', 'Reminders are silent'],
    changes: reminderChanges,
    close,
  })
  return (
    <Sheet title={say('暫停提醒', 'Be silent')} close={close}>
      <Form
        of={{ id }}
        send={say('暫停', 'Be silent')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate({ until: given('until'), reason: given('reason') })}
      >
        <DayField id="until" label={say(...label.until)} />
        <Field
          id="reason"
          label={say(...label.reason)}
          maxLength={500}
          required
          hint={say(
            '同仁會看到；客戶不會。當天就恢復提醒。',
            'Colleagues read it, the customer does not. Reminders begin again on that day.',
          )}
        />
      </Form>
    </Sheet>
  )
}
