import './one.css'
import { Link, useParams } from '@tanstack/react-router'
import { inviteBookingCustomer, sendBookingReceipt } from 'guidon-sdk'
import { consentHowWords } from 'guidon-sdk/words/consent-how'
import { dayAndTime, dayWithWeekday } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, seesTravelers, useMe } from '../../kit/me.ts'
import { editsBookings } from '../../kit/roles.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { KeptPapers } from './kept-papers.tsx'
import { Money } from './money.tsx'
import { Papers } from './papers.tsx'
import { type Booking, useBooking } from './queries.ts'
import { BookingBadge } from './shared/badge.tsx'
import { ChangeRequests } from './shared/change-requests.tsx'
import { Steps } from './steps.tsx'
import { Travelers } from './travelers.tsx'

const EditSheet = lazy(() => import('./edit-sheet.tsx'))
const LinkSheet = lazy(() => import('./link-sheet.tsx'))
const TermsSheet = lazy(() => import('./terms-sheet.tsx'))

/** One booking: its people, their papers, its money, and what may be done. */
export default function OneBooking() {
  const id = Number(useParams({ from: '/signed-in/bookings/$id' }).id)
  const { data: booking } = useBooking(id)
  const mayRead = seesTravelers(useMe())
  if (!booking) return <Loading />
  return (
    <div className="page">
      <Heading booking={booking} />
      <div className="halves">
        <div className="column">
          {mayRead && booking.travelers.some(({ open_change_request_id }) => open_change_request_id) && (
            <ChangeRequests of={{ booking_id: booking.id }} />
          )}
          <Travelers booking={booking} />
          <Money booking={booking} />
        </div>
        <div className="column">
          <Steps booking={booking} />
          <FactsCard booking={booking} />
          <Papers booking={booking} />
          <KeptPapers id={booking.id} />
        </div>
      </div>
    </div>
  )
}

const Heading = ({ booking: { contact, booking_number, status, trip } }: { booking: Booking }) => {
  const say = useSay()
  const mayOpen = isStaff(useMe())
  const words = `${trip.serial} ${nameOf(say, trip)}`
  return (
    <header className="heading">
      <BackLink to="/bookings">{say('所有訂單', 'All bookings')}</BackLink>
      <div className="line">
        <h1>{contact.name}</h1>
        <BookingBadge status={status} />
      </div>
      <p className="soft">
        {booking_number}・
        {mayOpen ? (
          <Link className="link" to="/trips/$id" params={{ id: String(trip.id) }}>
            {words}
          </Link>
        ) : (
          words
        )}
        ・{dayWithWeekday(trip.departure_date)}
      </p>
    </header>
  )
}

const FactsCard = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const mayRead = isStaff(useMe())
  const { contact, hold_expires_at, deposit_due_on, balance_due_on, waitlist_position, cancellation } = booking
  const day = (on: string | null) => on && dayWithWeekday(on)
  return (
    <Card title={say('資料', 'Facts')} aside={<Edit booking={booking} />}>
      <div className="within">
        <Facts
          facts={[
            [say('取消原因', 'Cancelled because'), cancellation?.reason],
            [say('電話', 'Phone'), contact.phone && <a href={`tel:${contact.phone}`}>{contact.phone}</a>],
            [say('信箱', 'Email'), contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>],
            ['LINE', contact.line_id],
            [say('個資同意', 'Consent'), consentIn(say, booking)],
            [say('候補順位', 'Place in line'), waitlist_position],
            [say('保留至', 'Held until'), hold_expires_at && dayAndTime(hold_expires_at)],
            [say('訂金期限', 'Deposit due'), day(deposit_due_on)],
            [say('尾款期限', 'Balance due'), day(balance_due_on)],
            [say('客戶的話', 'The customer says'), booking.customer_note],
            [say('備註', 'Notes'), booking.notes],
          ]}
        />
        {mayRead && (
          <div className="ways">
            <OpenButton words={['取消條款', 'Terms of cancellation']} className="button">
              {(close) => <TermsSheet trip={booking.trip.id} close={close} />}
            </OpenButton>
          </div>
        )}
        <CustomerLink booking={booking} />
        <Receipt booking={booking} />
        <Invitation booking={booking} />
      </div>
    </Card>
  )
}

const consentIn = (say: Say, { privacy_consent_at: at, privacy_consent_how: how }: Booking) =>
  at === null
    ? say('尚未取得', 'Not yet')
    : [how && say(...consentHowWords[how]), dayAndTime(at)].filter(Boolean).join('・')

/** A link that sales send themselves, by LINE or SMS; an unconfirmed contact gets it by mail only. */
const CustomerLink = ({ booking }: { booking: Booking }) => {
  if (!editsBookings(useMe()) || booking.contact_proved_at === null) return null
  return (
    <div className="ways">
      <OpenButton words={['客戶連結', 'Link for the customer']} className="button">
        {(close) => <LinkSheet booking={booking.id} close={close} />}
      </OpenButton>
    </div>
  )
}

const cashiers = ['sales', 'finance', 'admin']

/** Mails the contact the receipt again, with a new link to its booking. */
const Receipt = ({ booking: { id, contact, status } }: { booking: Booking }) => {
  const { role } = useMe()
  if (!cashiers.includes(role) || !contact.email || status === 'expired') return null
  return (
    <div className="ways">
      <ActButton
        words={['重寄訂單收據', 'Mail the receipt again']}
        sure={['先前寄的連結會失效，確定重寄？', 'Links mailed before end. Mail it?']}
        act={(guidon) => sendBookingReceipt(guidon, id)}
        says={[`已寄到 ${contact.email}`, `Mailed to ${contact.email}`]}
        changes={[]}
      />
    </div>
  )
}

/** Invites the contact to an account; sales only the customers of their own bookings. */
const Invitation = ({ booking: { id, contact, customer_user_id, sales_user_id } }: { booking: Booking }) => {
  const me = useMe()
  const isTheirs = me.role === 'admin' || sales_user_id === null || sales_user_id === me.id
  if (!editsBookings(me) || !isTheirs || !contact.email || customer_user_id !== null) return null
  return (
    <div className="ways">
      <ActButton
        words={['邀請客戶使用帳號', 'Invite to an account']}
        act={(guidon) => inviteBookingCustomer(guidon, id)}
        says={[`邀請已寄到 ${contact.email}`, `The invitation goes to ${contact.email}`]}
        changes={[]}
      />
    </div>
  )
}

const Edit = ({ booking }: { booking: Booking }) =>
  editsBookings(useMe()) && (
    <OpenButton words={['修改', 'Change']}>{(close) => <EditSheet booking={booking} close={close} />}</OpenButton>
  )
