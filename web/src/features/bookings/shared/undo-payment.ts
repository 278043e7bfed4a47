import { voidBookingPayment } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'

/** Voids the payment that was just recorded, before anybody is notified. */
export const useUndoPayment = (booking: number) => {
  const say = useSay()
  const { mutate } = useWrite({
    send: (payment: number, guidon) =>
      voidBookingPayment(guidon, booking, payment, {
        reason: say('登記後立即復原', 'Undone right after it was recorded'),
      }),
    says: ['已復原，沒有通知客戶', 'Undone; the customer was not notified'],
    tellsRefusal: true,
    changes: paymentChanges,
  })
  return mutate
}

/** What a payment changes. */
export const paymentChanges = [
  'bookings',
  'trips',
  'money',
  'payment-reports',
  'payment-requests',
  'refund-orders',
  'work',
]
