import { type BookingChange, updateBooking } from 'guidon-sdk'
import { consentHowWords } from 'guidon-sdk/words/consent-how'
import { marketingSourceWords } from 'guidon-sdk/words/marketing-source'
import { paymentMethodWords } from 'guidon-sdk/words/payment-method'
import { travelPurposeWords } from 'guidon-sdk/words/travel-purpose'
import { chosenIn } from '../../kit/choices.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form, type Given, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'
import { Consent, ContactFields, HowFields } from './shared/new/fields.tsx'

/** Changes the contact, how it is paid, and what the office notes. */
export default function EditSheet({ booking, close }: { booking: Booking; close: () => void }) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (change: BookingChange, guidon) => updateBooking(guidon, booking.id, change, { version: booking.version }),
    close,
    says: ['已儲存', 'Saved'],
    changes: ['bookings', 'trips'],
  })
  return (
    <Sheet title={say('修改訂單', 'Change the booking')} close={close}>
      <Form
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(changeIn(given, booking))}
      >
        <ContactFields first={booking.contact} />
        <p className="small soft">
          {say(
            '改了信箱，寄到舊信箱的連結就失效，新信箱會收到新的。',
            'With another email, links mailed to the old one end, and the new one gets its own.',
          )}
        </p>
        <HowFields how={booking} />
        <Consent how={booking.privacy_consent_how} />
        <TextArea id="notes" label={say('備註', 'Notes')} defaultValue={booking.notes ?? ''} />
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

// What was left alone is not sent: an imported booking may lack what the service asks for today.
const contactIn = (given: Given, contact: Booking['contact']) => {
  const changed = (name: keyof typeof contact) => given(`contact.${name}`) !== (contact[name] ?? '')
  return {
    ...(changed('name') && { name: given('contact.name') }),
    ...(changed('phone') && { phone: given('contact.phone') }),
    ...(changed('email') && { email: given('contact.email') || null }),
    ...(changed('line_id') && { line_id: given('contact.line_id') || null }),
  }
}
