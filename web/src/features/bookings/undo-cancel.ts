import { undoBookingCancellation } from 'guidon-sdk'
import { useWrite } from '../../kit/write.ts'

/** Undoes the cancellation of a moment ago, before anybody is notified. */
export const useUndoCancel = (booking: number) => {
  const { mutate } = useWrite({
    send: (_: undefined, guidon) => undoBookingCancellation(guidon, booking),
    says: ['已復原，沒有通知客戶', 'Undone; the customer was not notified'],
    tellsRefusal: true,
    changes: ['bookings', 'trips', 'money'],
  })
  return () => mutate(undefined)
}
