import { restoreBooking } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'

/** Restores a cancelled booking as it was before, if there are seats. */
export default function RestoreSheet({ booking, close }: { booking: Booking; close: () => void }) {
  const say = useSay()
  const restoring = useWrite({
    send: (reason: string, guidon) => restoreBooking(guidon, booking.id, { reason }, { version: booking.version }),
    close,
    says: ['訂單已恢復，已通知客戶', 'The booking is restored, and the customer is notified'],
    changes: ['bookings', 'trips', 'money', 'requests'],
  })
  return (
    <Sheet title={say('恢復訂單', 'Restore the booking')} close={close}>
      <p>
        {say(
          '訂單會恢復到取消之前：款項、旅客、房間與加購都和原來一樣，並通知客戶。先前單獨取消的旅客仍是取消。',
          'The booking becomes what it was before it was cancelled: its payments, travelers, rooms and extras. The customer is notified. Travelers who were cancelled by themselves before stay cancelled.',
        )}
      </p>
      <ReasonForm
        send={say('恢復訂單', 'Restore the booking')}
        sending={restoring}
        hint={say('只有公司看得到。', 'Only the agency reads it.')}
        isText
      />
    </Sheet>
  )
}
