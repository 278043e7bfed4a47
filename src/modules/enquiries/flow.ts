import type { Flow, Step } from '../../kit/flow.ts'

export const enquiryStatuses = ['new', 'in_touch', 'quoted', 'won', 'lost'] as const
export type EnquiryStatus = (typeof enquiryStatuses)[number]
/** The statuses in which somebody still has to call. */
export const openStatuses = ['new', 'in_touch', 'quoted'] as const

/** The roles that work on enquiries. */
export const sellers = ['sales', 'manager', 'admin'] as const
/** The roles of these that book: a manager does not. */
const bookers = ['sales', 'admin'] as const

export type EnquiryState = {
  status: EnquiryStatus
  /** Its person is erased, so nothing is written about it any more. */
  isErased: boolean
}
const isKnown = ({ isErased }: EnquiryState) => !isErased

/** The steps of an enquiry. It is won by a booking, and every end can be taken back. */
export const enquirySteps = {
  'in-touch': { by: sellers, from: ['new', 'quoted'], to: 'in_touch' },
  quote: { by: sellers, from: ['new', 'in_touch'], to: 'quoted' },
  book: { by: bookers, from: openStatuses, to: 'won' },
  link: { by: sellers, from: openStatuses, to: 'won' },
  lose: { by: sellers, from: openStatuses, to: 'lost' },
  reopen: { by: sellers, from: ['won', 'lost'], to: 'in_touch', when: isKnown },
} as const satisfies Record<string, Step<EnquiryStatus, EnquiryState>>

export const enquiryFlow = {
  statuses: enquiryStatuses,
  starts: ['new'],
  ends: ['won', 'lost'],
  steps: enquirySteps,
  words: { status: 'enquiry_status', step: 'enquiry_step' },
  acts: {
    change: { by: sellers, from: enquiryStatuses, when: isKnown },
    note: { by: sellers, from: openStatuses },
    'hand-over': { by: sellers, from: openStatuses },
  },
} as const satisfies Flow<EnquiryStatus, EnquiryState>
