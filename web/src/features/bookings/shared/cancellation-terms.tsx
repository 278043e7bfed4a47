import { useQuery } from '@tanstack/react-query'
import { type CancellationTerm, listCancellationTerms } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { type Day, dayWithYear, today } from '../../../kit/days.ts'
import { plural, useSay, type Words } from '../../../kit/words.ts'
import { FeeSteps } from './fee-steps.tsx'

type Rule = CancellationTerm['rule']

const rules: Record<Rule, Words> = {
  traveler: ['旅客取消，旅客負擔團費的', 'Share of the price that a traveler pays who cancels'],
  house_fault: [
    '因旅行社取消，退全部並另賠團費的',
    'The agency is at fault: full refund, and this share of the price as compensation',
  ],
  below_minimum: ['人數不足而取消', 'Too few travelers'],
}
export const ruleNames = Object.keys(rules) as Rule[]

/** For each rule of law and custom, the rows of the latest version that is in force. */
export const useTermsInForce = () => {
  const { data } = useQuery({
    queryKey: ['cancellation terms'],
    queryFn: () => listCancellationTerms(guidon, { per_page: 100 }),
  })
  return (rule: Rule) => {
    const begun = (data?.data ?? []).filter((each) => each.rule === rule && each.valid_from <= today())
    const newest = begun
      .map(({ valid_from }) => valid_from)
      .toSorted()
      .at(-1)
    return begun.filter(({ valid_from }) => valid_from === newest)
  }
}

type Props = { rule: Rule; terms: CancellationTerm[]; departure?: Day }

/** What one rule requires, with its source. */
export const TermOf = ({ rule, terms, departure }: Props) => {
  const say = useSay()
  const [first] = terms
  if (!first) return null
  return (
    <section className="terms">
      <h3>{say(...rules[rule])}</h3>
      {rule === 'below_minimum' ? (
        <p className="small">
          {say(
            `出發前 ${first.days ?? 0} 天以前通知，退全部；更晚比照旅行社的責任。`,
            `Notified at least ${plural(first.days ?? 0, 'day')} before departure: full refund. Later it counts as the fault of the agency.`,
          )}
        </p>
      ) : (
        <FeeSteps steps={terms} {...(departure && { departure })} />
      )}
      <p className="tiny soft">
        {first.source}
        {say('，', ', ')}
        {say(`${dayWithYear(first.valid_from)} 起`, `from ${dayWithYear(first.valid_from)}`)}
      </p>
    </section>
  )
}
