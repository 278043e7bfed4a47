import { useQuery } from '@tanstack/react-query'
import { listCancellationCauses, type PlannedTripCancellationCause, type PlannedTripStatusChange } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { cancelCauseWords } from 'guidon-sdk/words'
import { guidon } from '../../../kit/api.ts'
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

/** What a cause means, as the service says: what the agency may keep, and why. */
export type Effect = Pick<PlannedTripCancellationCause, 'keeps' | 'needs_paper' | 'rules' | 'says' | 'says_en'>
const unknown: Effect = { keeps: [], needs_paper: [], rules: [], says: '', says_en: '' }

export const useEffectOf = (trip: number, cause: Cause): Effect => {
  const { data } = useQuery({
    queryKey: ['trips', trip, 'cancellation causes'],
    queryFn: () => listCancellationCauses(guidon, trip),
  })
  return data?.find((each) => each.cause === cause) ?? unknown
}

/** The fields of a form for the costs that may be kept. */
const fieldsFor = ({ keeps, needs_paper }: Effect): readonly (keyof Costs)[] => [
  ...keeps,
  ...(needs_paper.length > 0 ? (['paper'] as const) : []),
]

const costWords: Record<keyof Costs, Words> = {
  official_fees: label.official_fees,
  proven_costs: label.proven_costs,
  paper: ['費用憑證', 'Proof of the costs'],
}

/** The costs that a form sends: those that were entered and may be kept for the cause. */
export const keptFor = (effect: Effect, costs: Costs): Partial<Costs> =>
  Object.fromEntries(
    fieldsFor(effect).flatMap((name) => {
      const typed = plainOf(name === 'paper' ? undefined : 'amount', costs[name], today())
      return typed ? [[name, typed]] : []
    }),
  )

/** Whether a cost was entered whose proof is still missing. */
export const lacksProof = ({ needs_paper }: Effect, kept: Partial<Costs>) =>
  !kept.paper && needs_paper.some((name) => kept[name])

/** Shown instead of a preview, until there is a proof. */
export const ProofFirst = () => {
  const say = useSay()
  return <p className="small soft">{say('填寫費用憑證後試算。', 'Enter the proof of the costs to see the preview.')}</p>
}

type Props = {
  effect: Effect
  departure: Day
  costs: Costs
  change: (costs: Costs) => void
  /** The unit of the amounts, shown behind their labels. */
  unit: string
  /** The prefix of the field names in the API, such as `costs.`. */
  within?: string
}

/** What the cause means, the costs that may be kept for it, and the terms that decide this. */
export const CallOffFields = ({ effect, departure, costs, change, unit, within = '' }: Props) => {
  const say = useSay()
  const termsOf = useTermsInForce()
  return (
    <>
      {effect.says && <p className="small soft">{say(effect.says, effect.says_en)}</p>}
      {effect.keeps.length > 0 && (
        <Pairs>
          {fieldsFor(effect).map((name) => (
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
      {effect.rules.map((rule) => (
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
