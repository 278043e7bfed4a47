import { useQuery } from '@tanstack/react-query'
import { type PlannedTripCancellation, type PlannedTripStatusChange, previewPlannedTripCancellation } from 'guidon-sdk'
import { useState } from 'react'
import { guidon, sentenceOf } from '../../../kit/api.ts'
import { price } from '../../../kit/money.ts'
import { useSay, type Words } from '../../../kit/words.ts'
import { TermOf, useTermsInForce } from '../../../parts/cancellation-terms.tsx'
import { choicesOf, chosenIn } from '../../../parts/choices.ts'
import { Empty, Loading } from '../../../parts/empty.tsx'
import { Field, type Given } from '../../../parts/form.tsx'
import { Pairs } from '../../../parts/form-groups.tsx'
import { peopleIn } from '../../../parts/person-words.ts'
import { SubjectLink } from '../../../parts/subject-link.tsx'
import type { Trip } from '../queries.ts'

type Cause = NonNullable<PlannedTripStatusChange['cause']>
type Costs = { official_fees: string; proven_costs: string; paper: string }

const causeWords: Record<Cause, Words> = {
  below_minimum: ['未達成團人數', 'Too few travelers'],
  house_fault: ['旅行社因素', "The agency's fault"],
  force_majeure: ['不可抗力（天災、戰亂）', 'Force majeure'],
  objective_risk: ['目的地有客觀風險', 'Objective risk there'],
  other: ['其他（全額退還）', 'Other, everything is paid back'],
}
/** Which costs that were spent already may be kept. */
const keeps: Record<Cause, readonly (keyof Costs)[]> = {
  below_minimum: ['official_fees'],
  house_fault: [],
  force_majeure: ['official_fees', 'proven_costs', 'paper'],
  objective_risk: ['official_fees', 'proven_costs', 'paper'],
  other: [],
}
/** The terms of law that say what the agency owes for a cause. */
const rulesOf: Record<Cause, readonly ('below_minimum' | 'house_fault')[]> = {
  below_minimum: ['below_minimum', 'house_fault'],
  house_fault: ['house_fault'],
  force_majeure: [],
  objective_risk: [],
  other: [],
}
const costWords: Record<keyof Costs, Words> = {
  official_fees: ['已繳規費（每人）', 'Official fees, each'],
  proven_costs: ['已付費用（每人）', 'Proven costs, each'],
  paper: ['費用憑證', 'Proof of the costs'],
}
const none: Costs = { official_fees: '', proven_costs: '', paper: '' }

/** Why a trip is called off, and what each booking gets back for that cause. */
export const CancelFields = ({ trip: { id, departure_date } }: { trip: Trip }) => {
  const say = useSay()
  const termsOf = useTermsInForce()
  const [cause, setCause] = useState<Cause>('other')
  const [costs, setCosts] = useState(none)
  return (
    <>
      <div className="field">
        <label htmlFor="cause">{say('取消的因素', 'Cause')}</label>
        <select
          className="input"
          id="cause"
          name="cause"
          value={cause}
          onChange={({ target }) => setCause(chosenIn(causeWords, target.value) ?? 'other')}
        >
          {choicesOf(say, causeWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {keeps[cause].length > 0 && (
        <Pairs>
          {keeps[cause].map((name) => (
            <Field
              key={name}
              id={`costs.${name}`}
              label={say(...costWords[name])}
              value={costs[name]}
              onChange={({ target }) => setCosts({ ...costs, [name]: target.value })}
              {...(name !== 'paper' && { inputMode: 'decimal' })}
            />
          ))}
        </Pairs>
      )}
      {rulesOf[cause].map((rule) => (
        <TermOf key={rule} rule={rule} terms={termsOf(rule)} departure={departure_date} />
      ))}
      <Settlement id={id} cause={cause} costs={costs} />
    </>
  )
}

type Asked = { id: number; cause: Cause; costs: Costs }

const Settlement = ({ id, cause, costs }: Asked) => {
  const say = useSay()
  const given = Object.fromEntries(keeps[cause].flatMap((name) => (costs[name] ? [[name, costs[name]]] : [])))
  const { data, error } = useQuery({
    queryKey: ['trips', id, 'cancellation', cause, given],
    queryFn: () => previewPlannedTripCancellation(guidon, id, { cause, ...given }),
    retry: false,
    staleTime: 0,
  })
  if (error) return <p className="refused">{sentenceOf(error, say('無法試算', 'No preview'))}</p>
  if (!data) return <Loading />
  if (data.length === 0) return <Empty>{say('沒有要退款的訂單', 'No booking to pay back')}</Empty>
  return (
    <section aria-label={say('各訂單應退', 'What each booking gets back')}>
      <ul className="settlement">
        {data.map((booking) => (
          <Settled key={booking.id} booking={booking} />
        ))}
      </ul>
    </section>
  )
}

const Settled = ({ booking }: { booking: PlannedTripCancellation }) => {
  const say = useSay()
  const { id, booking_number, contact_name, travelers, currency, paid, refund, owed, penalty } = booking
  return (
    <li>
      <span>
        <SubjectLink subject={{ type: 'booking', id }}>{contact_name}</SubjectLink>
        <span className="tiny soft">
          {booking_number}・{peopleIn(say, travelers)}
        </span>
      </span>
      <span className="sums">
        <b>{say(`退 ${price(refund, currency)}`, `back ${price(refund, currency)}`)}</b>
        <span className="tiny soft">{say(`已付 ${price(paid, currency)}`, `paid ${price(paid, currency)}`)}</span>
        {penalty > 0 && (
          <span className="tiny late">
            {say(`賠償 ${price(penalty, currency)}`, `compensation ${price(penalty, currency)}`)}
          </span>
        )}
        {owed > 0 && (
          <span className="tiny soft">{say(`尚欠 ${price(owed, currency)}`, `owes ${price(owed, currency)}`)}</span>
        )}
      </span>
    </li>
  )
}

/** What the fields say. */
export const causeIn = (given: Given): Pick<PlannedTripStatusChange, 'cause' | 'costs'> => {
  const cause = chosenIn(causeWords, given('cause')) ?? 'other'
  const costs = keeps[cause].flatMap((name) => {
    const said = given(`costs.${name}`)
    return said ? [[name, said]] : []
  })
  return { cause, ...(costs.length > 0 && { costs: Object.fromEntries(costs) }) }
}
