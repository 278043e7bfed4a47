import { inviteBookingCustomer, sendBookingReceipt } from 'guidon-sdk'
import ArrowRightLeft from '~icons/lucide/arrow-right-left'
import Ban from '~icons/lucide/ban'
import Eye from '~icons/lucide/eye'
import Link from '~icons/lucide/link'
import MailCheck from '~icons/lucide/mail-check'
import ScrollText from '~icons/lucide/scroll-text'
import Undo from '~icons/lucide/undo-2'
import UserPlus from '~icons/lucide/user-plus'
import UserRoundPlus from '~icons/lucide/user-round-plus'
import { useHouse } from '../../kit/house.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsBookings, handsOverBookings, isAdmin, recordsPayments } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import type { Booking } from './queries.ts'

const CancelSheet = lazy(() => import('./cancel-sheet.tsx'))
const HandOverSheet = lazy(() => import('./hand-over-sheet.tsx'))
const LinkSheet = lazy(() => import('./shared/link-sheet.tsx'))
const PublicationSheet = lazy(() => import('../trips/shared/publication-sheet.tsx'))
const RestoreSheet = lazy(() => import('./restore-sheet.tsx'))
const SureSheet = lazy(() => import('../../ui/forms/sure-sheet.tsx'))
const TermsSheet = lazy(() => import('./terms-sheet.tsx'))
const TransferSheet = lazy(() => import('./transfer-sheet.tsx'))

/** What may be done with a booking besides its next step; the service says which changes are possible. */
export const useBookingActs = (booking: Booking): (Act | false)[] => {
  const me = useMe()
  const receipt = useReceiptAct(booking)
  const invitation = useInvitationAct(booking)
  const { id, planned_trip_id, publication_id, contact_proved_at, possible } = booking
  return [
    // An unconfirmed contact gets the link by mail only.
    editsBookings(me) &&
      contact_proved_at !== null && {
        words: ['客戶連結', 'Customer link'],
        icon: Link,
        sheet: (close) => <LinkSheet booking={id} close={close} />,
      },
    receipt,
    invitation,
    handsOverBookings(me) && {
      words: ['移交…', 'Hand over…'],
      icon: UserRoundPlus,
      sheet: (close) => <HandOverSheet booking={booking} close={close} />,
    },
    {
      words: ['取消條款', 'Cancellation terms'],
      icon: ScrollText,
      sheet: (close) => <TermsSheet trip={booking.trip.id} close={close} />,
    },
    // An imported booking has none.
    publication_id !== null && {
      words: ['報名時看到的內容', 'What the customer saw'],
      icon: Eye,
      sheet: (close) => <PublicationSheet trip={planned_trip_id} publication={publication_id} close={close} />,
    },
    possible.includes('restore') && {
      words: ['恢復訂單…', 'Restore the booking…'],
      icon: Undo,
      sheet: (close) => <RestoreSheet booking={booking} close={close} />,
    },
    possible.includes('transfer') && {
      words: ['轉團…', 'Move to another trip…'],
      icon: ArrowRightLeft,
      sheet: (close) => <TransferSheet booking={booking} close={close} />,
    },
    possible.includes('cancel') && {
      words: ['取消訂單…', 'Cancel the booking…'],
      icon: Ban,
      sheet: (close) => <CancelSheet booking={booking} close={close} />,
    },
  ]
}

/** Mails the contact the receipt again, with a new link to its booking. */
const useReceiptAct = ({ id, contact, status }: Booking): Act | false => {
  const say = useSay()
  const me = useMe()
  if (!recordsPayments(me) || !contact.email || status === 'expired') return false
  const { email } = contact
  return {
    words: ['重寄報名確認信…', 'Resend the confirmation mail…'],
    icon: MailCheck,
    sheet: (close) => (
      <SureSheet
        title={say('重寄報名確認信', 'Resend the confirmation mail')}
        lost={say(
          `信裡有新的連結，寄到 ${email}；先前寄的連結會失效。`,
          `The mail goes to ${email} with a new link. Earlier links will stop working.`,
        )}
        send={say('重寄', 'Send it again')}
        act={(guidon) => sendBookingReceipt(guidon, id)}
        says={[`已寄到 ${email}`, `Sent to ${email}`]}
        changes={[]}
        close={close}
      />
    ),
  }
}

/** Invites the contact to an account; sales only the customers of their own bookings. */
const useInvitationAct = ({ id, contact, customer_user_id, sales_user_id }: Booking): Act | false => {
  const me = useMe()
  const isMute = useHouse()?.sends_mail === false
  const isTheirs = isAdmin(me) || sales_user_id === null || sales_user_id === me.id
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => inviteBookingCustomer(guidon, id),
    says: isMute
      ? ['系統尚未設定郵件伺服器，客戶收不到邀請', 'No mail server is configured, so the invitation cannot be sent']
      : [`邀請已寄到 ${contact.email}`, `Invitation sent to ${contact.email}`],
    tellsRefusal: true,
  })
  if (!editsBookings(me) || !isTheirs || !contact.email || customer_user_id !== null) return false
  return { words: ['邀請客戶使用帳號', 'Invite to create an account'], icon: UserPlus, act: () => mutate(), isPending }
}
