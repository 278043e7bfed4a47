import type { Language } from './language.ts'

export const en: Language = {
  conversation: {
    created: 'Created: {type_en}, in the hands of {department}.',
    approve: 'Approved.',
    decline: 'Not approved.',
    cancel: 'Cancelled.',
    'sales-inquiry': 'Please quote.',
    'department-quote': 'Here is the quote.',
    'sales-forward': 'Here is our offer; please answer it.',
    'customer-response.accepted': 'We accept.',
    'customer-response.rejected': 'We decline.',
    'customer-response.negotiating': 'We would like to discuss it.',
    'sales-confirm': 'Confirmed with the customer.',
    'department-final': 'Completed.',
    'next.accepted': 'Accepted; next: sales confirms with the department.',
    'next.rejected': 'Declined; next: sales confirms the cancellation, or asks for another quote.',
    'next.negotiating': 'To be discussed; next: sales asks for another quote, or makes another offer.',
    delivered: '{type_en}: done.',
    'booking-cancelled': 'The booking was cancelled, and this request with it.',
    'deadline-soon': 'Less than 24 hours are left; please remind the customer.',
    'deadline-passed': 'The deadline has passed; please call the customer or make another offer.',
  },
}
