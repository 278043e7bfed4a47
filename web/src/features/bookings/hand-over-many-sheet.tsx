import { handOverBookings } from 'guidon-sdk'
import { plural, useSay } from '../../kit/words.ts'
import { BulkSheet } from '../../ui/bulk/sheet.tsx'
import { NextOwnerFields, nextOwnerIn } from '../../ui/hand-over.tsx'
import { nameOfLine } from './name-of-line.ts'
import { WhatGoesAlong } from './what-goes-along.tsx'

type Props = { bookings: number[]; close: () => void }

/** Gives many bookings to one salesperson, who is told. */
export default function HandOverManySheet({ bookings, close }: Props) {
  const say = useSay()
  return (
    <BulkSheet
      title={say(`移交 ${bookings.length} 筆訂單`, `Hand over ${plural(bookings.length, 'booking')}`)}
      send={(changed) => say(`移交 ${changed} 筆`, `Hand over ${plural(changed, 'booking')}`)}
      bodyOf={(given) => ({
        ids: bookings,
        ...nextOwnerIn(given),
      })}
      call={handOverBookings}
      idOf={({ booking_id }) => booking_id}
      nameOf={(line) => nameOfLine(say, line)}
      will={['將移交', 'Will be handed over']}
      done={['已移交', 'Handed over']}
      changes={['bookings', 'requests', 'work']}
      close={close}
    >
      <WhatGoesAlong />
      <NextOwnerFields />
    </BulkSheet>
  )
}
