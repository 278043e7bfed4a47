import type { PlannedTripStatusChange } from 'guidon-sdk'
import { cancelCauseWords } from 'guidon-sdk/words'
import { type Day, today } from '../../../kit/days.ts'
import { plainOf } from '../../../kit/typed.ts'
import { useSay, type Words } from '../../../kit/words.ts'
import { Field, TextArea } from '../../../ui/forms/form.tsx'
import { Pairs } from '../../../ui/forms/form-groups.tsx'
import { TermOf, useTermsInForce } from './cancellation-terms.tsx'

/** Why the agency cancels a trip or a booking. */
export type CallOffCause = NonNullable<PlannedTripStatusChange['cause']>
type Cause = CallOffCause | 'traveler'
const { traveler: _, ...callOffs } = cancelCauseWords
export const callOffWords: Record<CallOffCause, Words> = callOffs

/** Costs that the agency has already spent, as typed. */
export type Costs = { official_fees: string; proven_costs: string; paper: string }
export const noCosts: Costs = { official_fees: '', proven_costs: '', paper: '' }

/** Which of these costs the agency may keep, by cause. */
const keeps: Record<Cause, readonly (keyof Costs)[]> = {
  traveler: ['official_fees', 'proven_costs', 'paper'],
  below_minimum: ['official_fees'],
  house_fault: [],
  force_majeure: ['official_fees', 'proven_costs', 'paper'],
  objective_risk: ['official_fees', 'proven_costs', 'paper'],
  other: [],
}
/** The terms of law that determine what the agency owes, by cause. */
const rulesOf: Record<CallOffCause, readonly ('below_minimum' | 'house_fault')[]> = {
  below_minimum: ['below_minimum', 'house_fault'],
  house_fault: ['house_fault'],
  force_majeure: [],
  objective_risk: [],
  other: [],
}
const costWords: Record<keyof Costs, Words> = {
  official_fees: ['已繳規費', 'Official fees'],
  proven_costs: ['已支出費用', 'Proven costs'],
  paper: ['費用憑證', 'Proof of the costs'],
}

/** The costs that a form sends: those that were entered and may be kept for the cause. */
export const keptFor = (cause: Cause, costs: Costs): Partial<Costs> =>
  Object.fromEntries(
    keeps[cause].flatMap((name) => {
      const typed = plainOf(name === 'paper' ? undefined : 'amount', costs[name], today())
      return typed ? [[name, typed]] : []
    }),
  )

/** Costs are accepted only with a proof. */
export const lacksProof = ({ proven_costs, paper }: Partial<Costs>) => Boolean(proven_costs) && !paper

/** Shown instead of a preview, until there is a proof. */
export const ProofFirst = () => {
  const say = useSay()
  return <p className="small soft">{say('填寫費用憑證後試算。', 'Enter the proof of the costs to see the preview.')}</p>
}

type Props = {
  cause: CallOffCause
  departure: Day
  costs: Costs
  change: (costs: Costs) => void
  /** The unit of the amounts, shown behind their labels. */
  unit: string
  /** The prefix of the field names in the API, such as `costs.`. */
  within?: string
}

/** The costs that may be kept for a cause, and the compensation that the agency owes. */
export const CallOffFields = ({ cause, departure, costs, change, unit, within = '' }: Props) => {
  const say = useSay()
  const termsOf = useTermsInForce()
  return (
    <>
      {keeps[cause].length > 0 && (
        <Pairs>
          {keeps[cause].map((name) => (
            <Field
              key={name}
              id={`${within}${name}`}
              label={`${say(...costWords[name])}${name === 'paper' ? '' : unit}`}
              value={costs[name]}
              onChange={({ target }) => change({ ...costs, [name]: target.value })}
              {...(name === 'paper' ? { maxLength: 200 } : { inputMode: 'decimal' as const })}
            />
          ))}
        </Pairs>
      )}
      {rulesOf[cause].map((rule) => (
        <TermOf key={rule} rule={rule} terms={termsOf(rule)} departure={departure} />
      ))}
    </>
  )
}

/** Customers who read English read it; without it they read the cause alone. */
export const ReasonInEnglish = () => {
  const say = useSay()
  return (
    <TextArea
      id="reason_en"
      label={say('原因（英文，可不填）', 'Reason in English (optional)')}
      hint={say(
        '讀英文的客戶看這一段；不填時，只看到取消的類別。',
        'For customers who read English. Without it they read the cause alone.',
      )}
    />
  )
}
