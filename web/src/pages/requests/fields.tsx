import { Suspense } from 'react'
import { addDays, today } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useSay } from '../../kit/words.ts'
import type { Request } from './queries.ts'
import type { FieldName } from './turn-forms.ts'

const Moment = lazy(() => import('../../parts/moment.tsx'))

type Props = { field: FieldName; request: Request; fault: string | undefined }

/** What a turn asks for besides words; what is wrong with it stands below it. */
export const FieldOf = (props: Props) => {
  switch (props.field) {
    case 'customer_response':
      return <Answer {...props} />
    case 'customer_response_deadline':
      return <Deadline {...props} />
    case 'quoted_price':
    case 'final_price':
      return <Price {...props} />
  }
}

const Price = ({ field, request, fault }: Props) => {
  const say = useSay()
  const label = field === 'final_price' ? say('實際金額', 'Final price') : say('報價', 'Price')
  return (
    <div className="field">
      <label htmlFor={field}>
        {label} ({request.currency})
      </label>
      <input
        className="input"
        id={field}
        name={field}
        type="number"
        min="0"
        step="0.01"
        inputMode="decimal"
        defaultValue={request.quoted_price ?? request.estimated_cost ?? ''}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${field}-fault`}
      />
      {fault && (
        <p className="fault" id={`${field}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

const Deadline = ({ field, fault }: Props) => {
  const say = useSay()
  return (
    <Suspense>
      <Moment
        label={say('請客戶在此之前回覆', 'Answer wanted by')}
        name={field}
        first={`${addDays(today(), 2)}T18:00`}
        {...(fault && { fault })}
      />
    </Suspense>
  )
}

const Answer = ({ field, fault }: Props) => {
  const say = useSay()
  const answers = [
    ['accepted', say('接受', 'Accept')],
    ['negotiating', say('再談談', 'Negotiate')],
    ['rejected', say('婉拒', 'Decline')],
  ] as const
  return (
    <fieldset className="answers">
      <legend className="unseen">{say('客戶的回覆', "The customer's answer")}</legend>
      {answers.map(([value, words]) => (
        <label key={value} className={`answer ${value}`}>
          <input type="radio" name={field} value={value} />
          {words}
        </label>
      ))}
      {fault && <p className="fault">{fault}</p>}
    </fieldset>
  )
}
