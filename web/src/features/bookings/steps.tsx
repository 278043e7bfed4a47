import {
  acceptBooking,
  confirmBooking,
  confirmBookingContact,
  declineBooking,
  type Guidon,
  reinstateBooking,
  undoBookingCancellation,
} from 'guidon-sdk'
import { useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Next } from '../../ui/next.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './one.module.css'
import type { Booking } from './queries.ts'
import { useWaits } from './waits.tsx'

type Step = { words: Words; take: (guidon: Guidon, booking: Booking) => Promise<unknown> }

// Sends the version on the screen, so that a colleague's change is not overwritten.
const at = ({ version }: Booking) => ({ version })
const steps: Partial<Record<Booking['possible'][number], Step>> = {
  confirm: { words: ['確認訂單', 'Confirm'], take: (guidon, one) => confirmBooking(guidon, one.id, at(one)) },
  accept: {
    words: ['接受候補名額', 'Accept the seats'],
    take: (guidon, one) => acceptBooking(guidon, one.id, at(one)),
  },
  'confirm-contact': {
    words: ['已聯絡上，保留名額', 'Contact reached, hold the seats'],
    take: (guidon, one) => confirmBookingContact(guidon, one.id, at(one)),
  },
  'undo-cancel': {
    words: ['復原取消', 'Undo the cancellation'],
    take: (guidon, one) => undoBookingCancellation(guidon, one.id),
  },
  reinstate: { words: ['恢復保留', 'Hold again'], take: (guidon, one) => reinstateBooking(guidon, one.id, at(one)) },
  decline: {
    words: ['放棄名額', 'Give up the seats'],
    take: (guidon, one) => declineBooking(guidon, one.id, at(one)),
  },
}

/** The steps of the booking that the reader may take now, as the service decides, and what it waits for. */
export const Steps = ({ booking }: { booking: Booking }) => {
  const known = booking.possible.flatMap((name) => steps[name] ?? [])
  const waits = useWaits(booking)
  if (known.length === 0 && waits.length === 0) return null
  return (
    <Next>
      {known.map((step, nth) => (
        <StepButton key={step.words[1]} booking={booking} step={step} isNext={nth === 0} />
      ))}
      {waits.length > 0 && (
        <ul className={css.waits}>
          {waits.map((wait, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no state.
            <li key={nth}>{wait}</li>
          ))}
        </ul>
      )}
    </Next>
  )
}

type StepProps = { booking: Booking; step: Step; isNext: boolean }

const StepButton = ({ booking, step, isNext }: StepProps) => {
  const say = useSay()
  const { mutate, isPending, error } = useWrite({
    send: (_, guidon) => step.take(guidon, booking),
    changes: ['bookings', 'trips'],
  })
  return (
    <>
      <button type="button" className={isNext ? 'button main' : 'button'} disabled={isPending} onClick={() => mutate()}>
        {say(...step.words)}
      </button>
      <Refused error={error} />
    </>
  )
}
