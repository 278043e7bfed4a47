import { addDays, type Day, daysBetween, shortDay, span, today } from '../../../kit/days.ts'
import { plural, type Say, useSay } from '../../../kit/words.ts'
import { type Fact, Facts } from '../../../ui/facts.tsx'

/**
 * The percentage of the price that is due from this many days before the departure; without days, from the conclusion of the
 * contract.
 */
export type FeeStep = { days: number | null; percent: number }

/** The stored number of days that means: from the conclusion of the contract. */
const FROM_THE_CONTRACT = 3650

/** The steps of the cancellation policy of a package or a trip. */
export const stepsOf = (policy: readonly { days_before: number; fee_percent: number }[]): FeeStep[] =>
  policy.map(({ days_before, fee_percent }) => ({
    days: days_before < FROM_THE_CONTRACT ? days_before : null,
    percent: fee_percent,
  }))

type Props = { steps: readonly FeeStep[]; departure?: Day }

/** The cancellation fee by days before the departure; for one departure with dates, and with the step of today marked. */
export const FeeSteps = ({ steps, departure }: Props) => {
  const say = useSay()
  const spans = spansOf(steps)
  const left = departure === undefined ? undefined : daysBetween(today(), departure)
  return (
    <Facts
      facts={spans.map((span): Fact => {
        const isNow = left !== undefined && left >= span.until && left <= (span.days ?? left)
        return [
          wordsOf(say, span),
          <span key={span.until} className={isNow ? '' : 'soft'}>
            {isNow ? <b>{span.percent}%</b> : `${span.percent}%`}
            {departure && <span className="small">・{datesOf(say, span, departure)}</span>}{' '}
            {isNow && <span className="badge turn-customer">{say('今天', 'today')}</span>}
          </span>,
        ]
      })}
    />
  )
}

/** A step is valid until the next one begins, the last one until the departure. */
type Span = FeeStep & { until: number }

const EVER = 36_500
const spansOf = (steps: readonly FeeStep[]): Span[] =>
  steps
    .toSorted((a, b) => (b.days ?? EVER) - (a.days ?? EVER))
    .map((step, nth, sorted) => ({ ...step, until: Math.max(0, (sorted[nth + 1]?.days ?? -1) + 1) }))

const wordsOf = (say: Say, { days, until }: Span) => {
  if (days === null) return say(`出發前 ${until} 天以上`, `${plural(until, 'day')} or more before`)
  if (days === 0) return say('出發當日', 'on the day')
  if (days === until) return say(`出發前 ${days} 天`, days === 1 ? 'the day before' : `${days} days before`)
  return say(`出發前 ${days}–${until} 天`, `${days}–${until} days before`)
}

const datesOf = (say: Say, { days, until }: Span, departure: Day) => {
  const last = addDays(departure, -until)
  if (days === null) return say(`${shortDay(last)} 以前`, `until ${shortDay(last)}`)
  return span(addDays(departure, -days), last)
}
