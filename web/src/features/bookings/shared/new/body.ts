import type { BookingInput } from 'guidon-sdk'
import { consentHowWords, marketingSourceWords, paymentMethodWords, travelPurposeWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../../kit/choices.ts'
import type { Given } from '../../../../ui/forms/form.tsx'
import { sentParty } from './party.ts'

/** The body that the form sends. */
export const bodyOf = (given: Given): BookingInput => ({
  ...detailsIn(given),
  ...sentParty(JSON.parse(given('travelers'))),
})

/** All but who travels. */
export const detailsIn = (given: Given): Omit<BookingInput, 'travelers'> => ({
  planned_trip_id: Number(given('planned_trip_id')),
  contact: {
    name: given('contact.name'),
    phone: given('contact.phone'),
    email: given('contact.email') || null,
    line_id: given('contact.line_id') || null,
  },
  payment_method: chosenIn(paymentMethodWords, given('payment_method')) ?? null,
  travel_purpose: chosenIn(travelPurposeWords, given('travel_purpose')) ?? null,
  marketing_source: chosenIn(marketingSourceWords, given('marketing_source')) ?? null,
  notes: given('notes') || null,
  privacy_consent_how: chosenIn(consentHowWords, given('privacy_consent_how')) ?? null,
})
