import {
  acceptBooking,
  confirmBooking,
  confirmBookingContact,
  declineBooking,
  type Guidon,
  reinstateBooking,
  undoBookingCancellation,
} from 'guidon-sdk'
import { Suspense, useState } from 'react'
import { lazy } from '../../kit/lazy.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { Booking } from './queries.ts'

const CancelSheet = lazy(() => import('./cancel-sheet.tsx'))
const RestoreSheet = lazy(() => import('./restore-sheet.tsx'))
const TransferSheet = lazy(() => import('./transfer-sheet.tsx'))

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
    words: ['放棄候補', 'Leave the waitlist'],
    take: (guidon, one) => declineBooking(guidon, one.id, at(one)),
  },
}

/** What the reader may do with the booking now; the service decides. */
export const Steps = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const [open, setOpen] = useState<'transfer' | 'cancel' | 'restore'>()
  const close = () => setOpen(undefined)
  const mayCancel = booking.possible.includes('cancel')
  const mayTransfer = booking.possible.includes('transfer')
  const mayRestore = booking.possible.includes('restore')
  const known = booking.possible.flatMap((name) => steps[name] ?? [])
  if (known.length === 0 && !mayCancel && !mayTransfer && !mayRestore) return null
  return (
    <Card title={say('下一步', 'Next')}>
      <div className="within ways">
        {known.map((step, place) => (
          <StepButton key={step.words[1]} booking={booking} step={step} isNext={place === 0} />
        ))}
        {mayRestore && (
          <button type="button" className="button" onClick={() => setOpen('restore')}>
            {say('恢復訂單', 'Restore the booking')}…
          </button>
        )}
        {mayTransfer && (
          <button type="button" className="button" onClick={() => setOpen('transfer')}>
            {say('轉團', 'Move to another trip')}…
          </button>
        )}
        {mayCancel && (
          <button type="button" className="button" onClick={() => setOpen('cancel')}>
            {say('取消訂單', 'Cancel the booking')}…
          </button>
        )}
      </div>
      <Suspense>
        {open === 'cancel' && <CancelSheet booking={booking} close={close} />}
        {open === 'restore' && <RestoreSheet booking={booking} close={close} />}
        {open === 'transfer' && <TransferSheet booking={booking} close={close} />}
      </Suspense>
    </Card>
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
