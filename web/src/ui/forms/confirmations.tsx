import { Refusal } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useEffect, useRef, useState } from 'react'
import { numberTyped } from '../../kit/typed.ts'
import { useSay } from '../../kit/words.ts'
import { Field, type Given, givenIn } from './form.tsx'

export type Question = {
  /** The field that the service asks about; `confirmed_<field>` answers. */
  field: string
  /** What was sent, and how it is shown. */
  value: string | number | null | undefined
  shown: string | number
  /** What is typed for it now, where that is not the field of its name. */
  now?: (given: Given) => string
  /** The tick is enough. */
  needsNoReason?: boolean
}

/**
 * What the service asks about before it records it: a tick for each value, and a reason. The refusal above the button says what exists
 * already. A tick goes with its value: once another one is typed it is gone.
 */
export const Confirmations = ({ error, of }: { error: Error | null; of: readonly Question[] }) => {
  const say = useSay()
  const box = useRef<HTMLDivElement>(null)
  const [known, setKnown] = useState<Record<string, string>>({})
  const [typed, setTyped] = useState<Given>()
  // What was asked once stays asked: the next refusal may be about another field.
  useEffect(() => {
    if (!(error instanceof Refusal)) return
    const { errors } = error
    const found = of.filter(({ field, value }) => errors[`confirmed_${field}`] && value != null)
    setKnown((before) =>
      found.every(({ field, value }) => before[field] === String(value))
        ? before
        : { ...before, ...Object.fromEntries(found.map(({ field, value }) => [field, String(value)])) },
    )
  }, [error, of])
  useEffect(() => {
    const form = box.current?.closest('form')
    if (!form) return
    const read = () => setTyped(() => givenIn(form))
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [])
  const asked = of.filter(({ field, now }) => {
    const value = known[field]
    return value !== undefined && (!typed || isSame(now ? now(typed) : typed(field), value))
  })
  return (
    <div ref={box} hidden={asked.length === 0} {...(asked.length > 0 && { className: 'form' })}>
      {asked.map(({ field, shown }) => (
        <label key={`${field} ${known[field]}`} className="choice">
          <input type="checkbox" name={`confirmed_${field}`} value={known[field]} required />
          {say(`${shown} 正確，仍要登記`, `${shown} is correct, record it`)}
        </label>
      ))}
      {asked.some(({ needsNoReason }) => !needsNoReason) && (
        <Field id="reason" label={say(...label.reason)} maxLength={500} required />
      )}
    </div>
  )
}

/** `0.250` is 0.25 too. */
const isSame = (typed: string, asked: string) =>
  typed === asked || (typed !== '' && numberTyped(typed) === Number(asked))

/** The answers of a form to what was asked, as the service takes them. */
export const answersIn = <Name extends string>(given: Given, fields: readonly Name[]) => ({
  ...(Object.fromEntries(
    fields
      .filter((field) => given(`confirmed_${field}`))
      .map((field) => [`confirmed_${field}`, given(`confirmed_${field}`)]),
  ) as { [Field in `confirmed_${Name}`]?: string }),
  ...(given('reason') && { reason: given('reason') }),
})
