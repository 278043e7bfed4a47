import { handOverBooking } from 'guidon-sdk'
import { HandOverSheet } from '../../ui/hand-over.tsx'
import type { Booking } from './queries.ts'
import { WhatGoesAlong } from './what-goes-along.tsx'

type Props = { booking: Booking; close: () => void }

/** Gives the booking to another salesperson, who is told. */
export default function HandOverBookingSheet({ booking: { id, version }, close }: Props) {
  return (
    <HandOverSheet
      handOver={(guidon, to) => handOverBooking(guidon, id, to, { version })}
      changes={['bookings', 'requests', 'work']}
      close={close}
    >
      <WhatGoesAlong />
    </HandOverSheet>
  )
}
