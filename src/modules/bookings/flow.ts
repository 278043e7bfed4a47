import { refuseStep, type Step } from '../../kit/flow.ts'
import type { Words } from '../../kit/words/words.ts'
import type { BookingStatus } from './schema.ts'

/** Who takes a step: a colleague, whoever booked, or the house by itself. */
export type Party = 'staff' | 'customer' | 'house'

export type Turn = Step<BookingStatus> & {
  by: readonly Party[]
  /** Only of a seat that is offered and not accepted yet, or of a place in line. */
  ofOffer?: true
  /** What sales are told, if they are. */
  title?: Words
  /** Whether whoever booked is written to. */
  isMailed?: true
}

/** The life of a booking. A key is the last part of its address where people take the step. */
// biome-ignore format: a table is read in rows.
export const turns = {
  register: {
    by: ['staff', 'customer'], from: [], to: { held: 'held', waitlisted: 'waitlisted' },
    title: ['新的報名', 'New registration'], isMailed: true,
  },
  offer: {
    by: ['house'], from: ['waitlisted'], to: 'held',
    title: ['候補遞補，待客戶接受', 'A seat is offered to the waitlist'], isMailed: true,
  },
  accept: {
    by: ['staff', 'customer'], from: ['held'], to: 'held', ofOffer: true,
    title: ['客戶接受遞補', 'The offered seat is accepted'], isMailed: true,
  },
  decline: {
    by: ['customer'], from: ['waitlisted', 'held'], to: 'cancelled', ofOffer: true,
    title: ['客戶放棄候補', 'The place in line is given up'],
  },
  confirm: {
    by: ['staff'], from: ['held'], to: 'confirmed', isMailed: true,
  },
  cancel: {
    by: ['staff'], from: ['waitlisted', 'held', 'confirmed'], to: 'cancelled',
    title: ['訂單取消', 'Cancelled'], isMailed: true,
  },
  call_off: {
    by: ['house'], from: ['waitlisted', 'held', 'confirmed'], to: 'cancelled', isMailed: true,
  },
  expire: {
    by: ['house'], from: ['held'], to: 'expired',
    title: ['保留逾期', 'The hold has lapsed'], isMailed: true,
  },
  reinstate: {
    by: ['staff'], from: ['expired'], to: 'held', isMailed: true,
  },
  transfer: {
    by: ['staff'], from: ['waitlisted', 'held', 'confirmed'], to: { waitlisted: 'held', held: 'held', confirmed: 'confirmed' },
    title: ['訂單轉團', 'Moved to another trip'], isMailed: true,
  },
  complete: {
    by: ['house'], from: ['confirmed'], to: 'completed',
  },
} as const satisfies Record<string, Turn>
export type TurnName = keyof typeof turns

/** In these a booking takes its seats, and in these it may still come to travel. */
export const seated: readonly BookingStatus[] = ['held', 'confirmed', 'completed']
export const alive: readonly BookingStatus[] = ['waitlisted', 'held', 'confirmed']

/** What a party can do with a booking as it stands. */
export const possibleFor = (party: Party, status: BookingStatus, isOffered: boolean): TurnName[] => {
  const all: [string, Turn][] = Object.entries(turns)
  const isOpen = ({ by, from, ofOffer }: Turn) =>
    by.includes(party) && from.includes(status) && (!ofOffer || status === 'waitlisted' || isOffered)
  return all.filter(([, turn]) => isOpen(turn)).map(([name]) => name as TurnName)
}

type Standing = { status: BookingStatus; offered_at: string | null }

/** Lets a step begin, or refuses and says what the same party could do instead. */
export const mayTurn = (party: Party, name: TurnName, { status, offered_at }: Standing) => {
  const possible = possibleFor(party, status, offered_at !== null)
  if (!possible.includes(name)) refuseStep(name, status, possible)
}
