import { travelerCheckWords } from 'guidon-sdk/words'
import { Fragment, type ReactNode } from 'react'
import { daysBetween, shortDay, today } from '../../kit/days.ts'
import { seesTravelers, useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { plural, type Say, useSay } from '../../kit/words.ts'
import { SubjectLink } from '../../ui/subject-link.tsx'
import type { Booking } from './queries.ts'

/** What a booking with seats waits for before the departure: the next payment, and the papers that are missing, with names. */
export const useWaits = (booking: Booking): ReactNode[] => {
  const say = useSay()
  const mayRead = seesTravelers(useMe())
  return [moneyIn(say, booking), ...(mayRead ? lackingIn(booking) : [])].filter(Boolean)
}

/** The deposit or the balance with its day, and since when it is late. */
const moneyIn = (say: Say, { payment_due_on: due, is_overdue, paid, deposit, balance, currency }: Booking) => {
  if (due === null || balance <= 0) return null
  const [what, open] = paid < deposit ? (['訂金', 'Deposit'] as const) : (['尾款', 'Balance'] as const)
  const sum = price(paid < deposit ? deposit - paid : balance, currency)
  if (!is_overdue) return say(`${what} ${sum}，${shortDay(due)} 前付清`, `${open} of ${sum}, due on ${shortDay(due)}`)
  const days = daysBetween(due, today())
  return (
    <span className="late">
      {say(
        `${what} ${sum} 應於 ${shortDay(due)} 前付清，已逾期 ${days} 天`,
        `${open} of ${sum} was due on ${shortDay(due)}, ${plural(days, 'day')} ago`,
      )}
    </span>
  )
}

/** One line for each check that fails, with those who fail it. Papers are asked for once the seats are certain. */
const lackingIn = ({ status, trip, travelers }: Booking) => {
  if (status !== 'confirmed' || trip.departure_date < today()) return []
  const active = travelers.filter((traveler) => traveler.status === 'active')
  const failed = active.flatMap((traveler) => traveler.checks.map((check) => ({ check, traveler })))
  return [...Map.groupBy(failed, ({ check }) => check)].map(([check, those]) => (
    <Lacking key={check} check={check} travelers={those.map(({ traveler }) => traveler)} />
  ))
}

type Traveler = Booking['travelers'][number]
type LackingProps = { check: Traveler['checks'][number]; travelers: Traveler[] }

const Lacking = ({ check, travelers }: LackingProps) => {
  const say = useSay()
  return (
    <>
      {say(...travelerCheckWords[check])}
      {say('：', ': ')}
      {travelers.map(({ id, name }, nth) => (
        <Fragment key={id}>
          {nth > 0 && say('、', ', ')}
          <SubjectLink subject={{ type: 'traveler', id }}>{name}</SubjectLink>
        </Fragment>
      ))}
    </>
  )
}
