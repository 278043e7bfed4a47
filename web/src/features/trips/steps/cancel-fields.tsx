import { useQuery } from '@tanstack/react-query'
import { type PlannedTripCancellation, type PlannedTripStatusChange, previewPlannedTripCancellation } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { guidon, sentenceOf } from '../../../kit/api.ts'
import { choicesOf, chosenIn } from '../../../kit/choices.ts'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { Empty, Loading } from '../../../ui/empty.tsx'
import type { Given } from '../../../ui/forms/form.tsx'
import { SubjectLink } from '../../../ui/subject-link.tsx'
import {
  type CallOffCause,
  CallOffFields,
  type Costs,
  callOffWords,
  keptFor,
  lacksProof,
  noCosts,
  ProofFirst,
  useEffectOf,
} from '../../bookings/shared/call-off.tsx'
import { misfitIn } from '../../bookings/shared/legal-receipts/misfits.tsx'
import { peopleIn } from '../../persons/shared/words.ts'
import type { Trip } from '../queries.ts'
import css from './settlement.module.css'

/** Why a trip is cancelled, and what each booking gets back for that cause. */
export const CancelFields = ({ trip: { id, departure_date } }: { trip: Trip }) => {
  const say = useSay()
  const [cause, setCause] = useState<CallOffCause>('other')
  const [costs, setCosts] = useState(noCosts)
  const effect = useEffectOf(id, cause)
  const kept = keptFor(effect, costs)
  return (
    <>
      <div className="field">
        <label htmlFor="cause">{say(...label.cancel_cause)}</label>
        <select
          className="input"
          id="cause"
          name="cause"
          value={cause}
          onChange={({ target }) => setCause(chosenIn(callOffWords, target.value) ?? 'other')}
        >
          {choicesOf(say, callOffWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <CallOffFields
        effect={effect}
        departure={departure_date}
        costs={costs}
        change={setCosts}
        unit={say('（每人）', ', each')}
        within="costs."
      />
      {lacksProof(effect, kept) ? <ProofFirst /> : <Settlement id={id} given={{ cause, ...kept }} />}
    </>
  )
}

type Asked = { id: number; given: { cause: CallOffCause } & Partial<Costs> }

const Settlement = ({ id, given }: Asked) => {
  const say = useSay()
  const { data, error } = useQuery({
    queryKey: ['trips', id, 'cancellation', given],
    queryFn: () => previewPlannedTripCancellation(guidon, id, given),
    retry: false,
    staleTime: 0,
  })
  if (error) return <p className="told fault">{sentenceOf(error, say('無法試算', 'Preview not available'))}</p>
  if (!data) return <Loading />
  if (data.length === 0) return <Empty why="done">{say('沒有要退款的訂單', 'No bookings to refund')}</Empty>
  return (
    <section aria-label={say('各訂單應退', 'Refund of each booking')}>
      <ul className={css.settlement}>
        {data.map((booking) => (
          <Settled key={booking.id} booking={booking} />
        ))}
      </ul>
    </section>
  )
}

const Settled = ({ booking }: { booking: PlannedTripCancellation }) => {
  const say = useSay()
  const {
    id,
    booking_number,
    contact_name,
    travelers,
    currency,
    paid,
    refund,
    owed,
    penalty,
    settled,
    receipt_misfits,
  } = booking
  return (
    <li>
      <span>
        <SubjectLink subject={{ type: 'booking', id }}>{contact_name}</SubjectLink>
        <span className="tiny soft">
          {booking_number}・{peopleIn(say, travelers)}
        </span>
      </span>
      <span className={css.sums}>
        <b>{say(`退 ${price(refund, currency)}`, `refund ${price(refund, currency)}`)}</b>
        <span className="tiny soft">{say(`已付 ${price(paid, currency)}`, `paid ${price(paid, currency)}`)}</span>
        {settled.map(({ traveler_id, name, amount }) => (
          <span className="tiny soft" key={traveler_id}>
            {say(
              `留 ${name ?? ''} 先前取消的費用 ${price(amount, currency)}`,
              `keeps ${price(amount, currency)} for ${name ?? 'a traveler'}, cancelled earlier`,
            )}
          </span>
        ))}
        {penalty > 0 && (
          <span className="tiny late">
            {say(`賠償 ${price(penalty, currency)}`, `compensation ${price(penalty, currency)}`)}
          </span>
        )}
        {receipt_misfits.map((misfit) => (
          <span className="tiny late" key={misfit.legal_receipt_id}>
            {misfitIn(say, misfit)}
          </span>
        ))}
        {owed > 0 && (
          <span className="tiny soft">{say(`尚欠 ${price(owed, currency)}`, `owes ${price(owed, currency)}`)}</span>
        )}
      </span>
    </li>
  )
}

/** The values of the fields: a form has those alone whose costs may be kept. */
export const causeIn = (given: Given): Pick<PlannedTripStatusChange, 'cause' | 'costs'> => {
  const cause = chosenIn(callOffWords, given('cause')) ?? 'other'
  const costs = Object.fromEntries(
    Object.keys(noCosts).flatMap((name) => (given(`costs.${name}`) ? [[name, given(`costs.${name}`)]] : [])),
  )
  return { cause, ...(Object.keys(costs).length > 0 && { costs }) }
}
