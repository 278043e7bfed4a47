import { terms } from '../../terms.ts'

/** What a booking is asked after its return, in the order of the form. The house words the questions. */
export const subjects = ['trip', 'leader', 'hotels', 'meals', 'again'] as const
export type Subject = (typeof subjects)[number]

/** A score up to this is told to the salesperson and to the OP of the trip. */
export const LOW = 2

type Asked = { return_date: string; today: string; answered_on: string | null }

/** Whether a booking can answer, change its answer, or do neither. All are days of the house. */
export function feedbackState({ return_date, today, answered_on }: Asked) {
  if (today <= return_date) return 'early'
  if (answered_on !== null)
    return daysBetween(answered_on, today) <= terms.feedbackChange.count ? 'changeable' : 'closed'
  return daysBetween(return_date, today) <= terms.feedbackOpen.count ? 'open' : 'closed'
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
