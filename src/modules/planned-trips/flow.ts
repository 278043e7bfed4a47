import type { Step } from '../../kit/flow.ts'
import type { Words } from '../../kit/words/words.ts'
import type { TripStatus } from './schema.ts'

export type Entry = Step<TripStatus> & {
  to: TripStatus
  /** What those it concerns are told. */
  title: Words
  needsReason?: true
  /** It does not take place: its leaders are free again. */
  frees?: true
}

/** The life of a trip. A key is the status that is entered. */
// biome-ignore format: a table is read in rows.
export const steps = {
  open: { from: ['draft'], to: 'open', title: ['開放報名', 'Open for booking'] },
  guaranteed: { from: ['open'], to: 'guaranteed', title: ['確定出團', 'Guaranteed to depart'] },
  closed: { from: ['guaranteed'], to: 'closed', title: ['結團', 'Closed for booking'] },
  departed: { from: ['closed'], to: 'departed', title: ['已出發', 'Departed'] },
  returned: { from: ['departed'], to: 'returned', title: ['已返國', 'Returned'] },
  settled: { from: ['returned'], to: 'settled', title: ['已結帳', 'Settled'] },
  cancelled: {
    from: ['draft', 'open', 'guaranteed', 'closed'], to: 'cancelled', title: ['取消出團', 'Cancelled'],
    needsReason: true, frees: true,
  },
} as const satisfies Record<string, Entry>
export type StepName = keyof typeof steps

/** While a trip is ahead, its dates can be moved. */
export const ahead: readonly TripStatus[] = ['draft', 'open', 'guaranteed', 'closed']
/** In these it is certain that the trip takes place. */
export const certain: readonly TripStatus[] = ['guaranteed', 'closed', 'departed', 'returned', 'settled']
