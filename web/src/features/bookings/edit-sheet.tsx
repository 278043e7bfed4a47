import { type BookingChange, updateBooking } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { consentHowWords, marketingSourceWords, paymentMethodWords, travelPurposeWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { chosenIn } from '../../kit/choices.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form, type Given, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'
import { MisfitsOfChange } from './shared/legal-receipts/misfits.tsx'
import { Consent, ContactFields, HowFields } from './shared/new/fields.tsx'

/** Changes the contact, the payment method and the notes of a booking. */
export default function EditSheet({ booking, close }: { booking: Booking; close: () => void }) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (change: BookingChange, guidon) => updateBooking(guidon, booking.id, change, { version: booking.version }),
    close,
    says: ['已儲存', 'Saved'],
    changes: ['bookings', 'trips'],
  })
  const [name, setName] = useState(booking.contact.name)
  return (
    <Sheet title={say('修改訂單', 'Change the booking')} close={close}>
      <Form
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(changeIn(given, booking))}
      >
        <ContactFields first={booking.contact} renamed={setName} />
        {booking.issued_receipts > 0 && name !== booking.contact.name && name !== '' && (
          <MisfitsOfChange booking={booking.id} change={{ contact_name: name }} isSent={isPending} />
        )}
        <p className="small soft">
          {say(
            '更改信箱後，寄到舊信箱的連結會失效，新信箱會收到新的連結。',
            'If you change the email, links sent to the old address stop working, and the new address gets a new link.',
          )}
        </p>
        <HowFields how={booking} />
        <Consent how={booking.privacy_consent_how} />
        <TextArea id="notes" label={say(...label.notes)} defaultValue={booking.notes ?? ''} />
      </Form>
    </Sheet>
  )
}

const changeIn = (given: Given, { contact, privacy_consent_how }: Booking): BookingChange => {
  const changed = contactIn(given, contact)
  const method = chosenIn(paymentMethodWords, given('payment_method'))
  const purpose = chosenIn(travelPurposeWords, given('travel_purpose'))
  const source = chosenIn(marketingSourceWords, given('marketing_source'))
  const how = chosenIn(consentHowWords, given('privacy_consent_how')) ?? null
  return {
    ...(Object.keys(changed).length > 0 && { contact: changed }),
    ...(method && { payment_method: method }),
    ...(purpose && { travel_purpose: purpose }),
    ...(source && { marketing_source: source }),
    ...(how !== privacy_consent_how && { privacy_consent_how: how, ...(how === null && { privacy_consent_at: null }) }),
    notes: given('notes') || null,
  }
}

// Unchanged fields are not sent: an imported booking may lack fields that are required today.
const contactIn = (given: Given, contact: Booking['contact']) => {
  const changed = (name: keyof typeof contact) => given(`contact.${name}`) !== (contact[name] ?? '')
  return {
    ...(changed('name') && { name: given('contact.name') }),
    ...(changed('phone') && { phone: given('contact.phone') }),
    ...(changed('email') && { email: given('contact.email') || null }),
    ...(changed('line_id') && { line_id: given('contact.line_id') || null }),
  }
}
