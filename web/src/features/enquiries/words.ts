import type { Enquiry } from 'guidon-sdk'
import { enquirySourceWords, enquiryStatusWords } from 'guidon-sdk/words'
import { plainDay } from '../../kit/days.ts'
import type { Say } from '../../kit/words.ts'

export const statusHues: Record<Enquiry['status'], string> = {
  new: 'turn-customer',
  in_touch: 'turn-sales',
  quoted: 'turn-department',
  won: 'turn-done',
  lost: 'turn-over',
}

export const statusIn = (say: Say, { status }: Pick<Enquiry, 'status'>) => say(...enquiryStatusWords[status])
export const sourceIn = (say: Say, { source }: Pick<Enquiry, 'source'>) => say(...enquirySourceWords[source])

/** How the person is reached, the quickest way first. */
export const waysTo = ({ phone, email, line_id }: Pick<Enquiry, 'phone' | 'email' | 'line_id'>) =>
  [phone, line_id && `LINE ${line_id}`, email].filter((way) => !!way)

/** The days between which the person would like to leave. */
export const travelIn = ({ travel_from, travel_to }: Pick<Enquiry, 'travel_from' | 'travel_to'>) =>
  [travel_from, travel_to]
    .map((day) => day && plainDay(day))
    .filter(Boolean)
    .join(' – ')
