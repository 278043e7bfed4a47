import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { addDays, onTheClock, today } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { numberTyped } from '../../kit/typed.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { useFault } from '../../ui/forms/form.tsx'
import { MomentField } from '../../ui/forms/moment-field.tsx'
import css from './one.module.css'
import type { Request } from './queries.ts'
import type { FieldName, FormName } from './turn-forms.ts'

type Props = { turn: FormName; field: FieldName; request: Request }

/** The fields of a turn besides the message, each with its fault below. */
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

const Price = ({ turn, field, request }: Props) => {
  const say = useSay()
  const fault = useFault(field)
  const [first] = useState(String(firstAmount(turn, request) ?? ''))
  const [typed, type] = useState(first)
  const amount = typed.trim() === '' ? null : numberTyped(typed)
  const remark = remarkOn(turn, request, amount)
  const isWarned = turn === 'sales-forward' && belowCost(request, amount) !== undefined
  return (
    <div className="field">
      <label htmlFor={field}>
        {say(...(field === 'final_price' ? label.final_price : label.quoted_price))} ({request.currency})
      </label>
      <input
        className="input"
        id={field}
        name={field}
        inputMode="decimal"
        defaultValue={first}
        onChange={({ target }) => type(target.value)}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${field}-fault` : remark && `${field}-remark`}
      />
      {fault && (
        <p className="fault" id={`${field}-fault`}>
          {fault}
        </p>
      )}
      {amount === 0 && quotes.includes(turn) && (
        <label className="choice">
          <input type="checkbox" name="without_charge" value="yes" />
          {say(...label.without_charge)}
        </label>
      )}
      {remark && (
        <p className={isWarned ? 'fault' : 'hint'} id={`${field}-remark`} role="status">
          {say(...remark)}
        </p>
      )}
    </div>
  )
}

/** The turns that name a price for somebody else. A price of 0 may be an empty field there, so it is said in words. */
const quotes: readonly FormName[] = ['department-quote', 'sales-forward']

/** The price that the customer accepted, else the estimated cost. */
const agreedPrice = ({ accepted_price, estimated_cost }: Request) => accepted_price ?? estimated_cost

/** The initial amount of a form. Sales always type the price of an offer. */
const firstAmount = (turn: FormName, request: Request) => {
  switch (turn) {
    case 'department-quote':
      return request.cost
    case 'department-final':
      return agreedPrice(request)
    case 'department-correct':
      return request.final_cost
    default:
      return null
  }
}

/** A hint below the amount. */
const remarkOn = (turn: FormName, request: Request, amount: number | null): Words | undefined => {
  if (turn === 'department-final') return unlikeAgreed(request, amount)
  if (turn === 'sales-forward') return belowCost(request, amount) ?? pricesBefore(request)
  return undefined
}

const unlikeAgreed = (request: Request, amount: number | null): Words | undefined => {
  const agreed = agreedPrice(request)
  if (agreed === null || amount === null || amount === agreed) return undefined
  const shown = price(agreed, request.currency)
  return [
    `與客戶同意的 ${shown} 不同：請在訊息寫明原因。`,
    `The customer agreed to ${shown}: explain the difference in the message.`,
  ]
}

const belowCost = ({ cost, currency }: Request, amount: number | null): Words | undefined => {
  if (cost === null || amount === null || amount > cost) return undefined
  const shown = price(cost, currency)
  return [`沒有毛利：部門成本是 ${shown}。`, `No margin: the department's cost is ${shown}.`]
}

const pricesBefore = ({ cost, offered_price, estimated_cost, currency }: Request): Words | undefined => {
  const known: Words[] = []
  if (cost !== null) known.push([`部門成本 ${price(cost, currency)}`, `cost ${price(cost, currency)}`])
  if (offered_price !== null)
    known.push([`上次報價 ${price(offered_price, currency)}`, `last offer ${price(offered_price, currency)}`])
  if (estimated_cost !== null)
    known.push([`留空就以 ${price(estimated_cost, currency)} 報價`, `left empty: ${price(estimated_cost, currency)}`])
  if (!known.length) return undefined
  return [known.map(([zh]) => zh).join('，'), known.map(([, en]) => en).join(', ')]
}

/** In a quote, until when it holds; in an offer, until when the customer should answer, which is not after that. */
const Deadline = ({ turn, field, request }: Props) => {
  const say = useSay()
  if (turn === 'department-quote')
    return <MomentField id={field} label={say(...label.quoted_until)} first={clockOf(request.quoted_until)} />
  const usual = `${addDays(today(), 2)}T18:00`
  const quoted = clockOf(request.quoted_until)
  return (
    <MomentField
      id={field}
      label={say('請客戶在此之前回覆', 'Customer should answer by')}
      first={quoted && quoted < usual ? quoted : usual}
    />
  )
}

const clockOf = (moment: string | null) => (moment ? onTheClock(moment) : undefined)

const Answer = ({ turn, field, request }: Props) => {
  const say = useSay()
  const fault = useFault(field)
  const answers = [
    ['accepted', say('接受', 'Accept')],
    ['negotiating', say('再談談', 'Negotiate')],
    ['rejected', say('婉拒', 'Decline')],
  ] as const
  return (
    <fieldset className={css.answers}>
      <legend className="unseen">{say('客戶的回覆', "The customer's answer")}</legend>
      {answers.map(([value, words]) => (
        <label key={value} className={css.answer} data-answer={value}>
          <input
            type="radio"
            name={field}
            value={value}
            required={turn === 'customer-response'}
            defaultChecked={turn === 'sales-confirm' && value === request.customer_response}
          />
          {words}
        </label>
      ))}
      {fault && <p className="fault">{fault}</p>}
    </fieldset>
  )
}
