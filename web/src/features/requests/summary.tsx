import { Link } from '@tanstack/react-router'
import { telephoneAddress } from 'guidon-design/formats'
import type { Booking } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { departmentWords, priorityWords } from 'guidon-sdk/words'
import { dayAndTime, fromNow, shortDay } from '../../kit/days.ts'
import { type Me, useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { bracketed, nameOf, type Say, useSay } from '../../kit/words.ts'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { COMPOSER } from './composer.tsx'
import css from './one.module.css'
import { type Request, useBookingOf } from './queries.ts'
import { hueOf, statusWordsOf } from './shared/turn-badge.tsx'
import { turnWords } from './shared/turn-words.ts'
import { isTurnOf, partyOf } from './shared/words.ts'

/** Who has to act and until when, and the details of the request. */
export const Summary = ({ request }: { request: Request }) => {
  const say = useSay()
  const me = useMe()
  const booking = useBookingOf(request)
  return (
    <aside className={css.summary} aria-label={say('摘要', 'Summary')}>
      <TurnNow request={request} me={me} />
      <section className="card">
        <Facts facts={[...(booking ? customerIn(booking, say) : []), ...factsOf(request, say)]} />
      </section>
    </aside>
  )
}

const TurnNow = ({ request, me }: { request: Request; me: Me }) => {
  const say = useSay()
  const { next_action: next } = request
  const words = turnWords(next?.what)
  return (
    <div className={`${css.turnNow} ${request.is_overdue ? 'turn-late' : hueOf(request)}`}>
      <span className="small">{say(...statusWordsOf(request))}</span>
      <b>{whoseTurn(request, me, say)}</b>
      {words && <span className="small">{say(...words)}</span>}
      {next?.due && (
        <span className="small">
          {words && '・'}
          {dayAndTime(next.due)}
          {bracketed(say, fromNow(next.due))}
        </span>
      )}
      {request.possible.length > 0 && (
        <button type="button" className={`button ${css.toNext}`} onClick={goToNext}>
          {say('到下一步', 'Go to the next step')}
        </button>
      )}
    </div>
  )
}

/** On a phone the conversation is between whose turn it is and where it is taken. */
const goToNext = () => {
  const composer = document.getElementById(COMPOSER)
  composer?.scrollIntoView({ block: 'start' })
  composer?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
}

const whoseTurn = ({ next_action: next }: Request, me: Me, say: Say) => {
  if (!next) return say('已結束', 'Closed')
  if (isTurnOf(me, next.who)) return say('待您處理', 'Waiting for you')
  const [zh, en] = partyOf(next.who)
  return say(`待${zh}處理`, `Waiting for ${en.toLowerCase()}`)
}

const detailOf = ({ details_schema }: Request, key: string, value: unknown, say: Say): Fact => {
  const field = details_schema.find((each) => each.key === key)
  const called = field ? say(field.label, field.label_en ?? field.label) : key === 'wish' ? say(...label.wish) : key
  if (typeof value === 'boolean') return [called, value ? say('是', 'Yes') : say('否', 'No')]
  return [called, String(value)]
}

const customerIn = (
  { id, booking_number, contact: { name, phone } }: Pick<Booking, 'id' | 'booking_number' | 'contact'>,
  say: Say,
): Fact[] => [
  [
    say(...label.booking),
    <Link key="booking" className="link" to="/bookings/$id" params={{ id: String(id) }}>
      {booking_number}
    </Link>,
  ],
  [say(...label.contact), name],
  [say(...label.phone), phone && <a href={telephoneAddress(phone)}>{phone}</a>],
]

const factsOf = (request: Request, say: Say): Fact[] => {
  const { trip, needed_by, currency, department, priority, details } = request
  return [
    [say(...label.departure_date), shortDay(trip.departure_date)],
    [say(...label.needed_by), needed_by ? shortDay(needed_by) : undefined],
    [say(...label.estimated_cost), price(request.estimated_cost, currency)],
    ...insidePrices(request, say),
    [say(...label.final_cost), price(request.final_cost, currency)],
    [say(...label.department), say(...departmentWords[department])],
    [say(...label.sales_user_id), request.sales_user ? nameOf(say, request.sales_user) : undefined],
    [say(...label.assignee_id), request.assignee ? nameOf(say, request.assignee) : undefined],
    [say('優先', 'Priority'), say(...priorityWords[priority])],
    ...Object.entries(details).map(([key, value]) => detailOf(request, key, value, say)),
  ]
}

const insidePrices = (
  { cost, quoted_until: until, offered_price, accepted_price, margin, currency }: Request,
  say: Say,
): Fact[] => [
  [say('部門成本', 'Cost'), price(cost, currency)],
  [say(...label.quoted_until), until ? dayAndTime(until) : undefined],
  [
    accepted_price === null ? say('客戶報價', 'Offered') : say('客戶同意', 'Accepted'),
    price(accepted_price ?? offered_price, currency),
  ],
  [say(...label.margin), price(margin, currency)],
]
