import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CancellationTerm, listCancellationTerms } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { dayWithYear, today } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { isAdmin } from '../../kit/roles.ts'
import { type Say, useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'

type Rule = CancellationTerm['rule']

const rules: Record<Rule, Words> = {
  traveler: ['旅客取消，旅客負擔團費的', 'A traveler cancels, and pays of the price'],
  house_fault: [
    '因旅行社取消，退全部並另賠團費的',
    'The agency is at fault: all is paid back, and of the price beside it',
  ],
  below_minimum: ['人數不足而取消', 'Too few travelers'],
}

/** The terms of law and custom that cancellations are computed by, as they are in force today. */
export const Terms = () => {
  const say = useSay()
  const mayChange = isAdmin(useMe())
  const { data } = useQuery({
    queryKey: ['cancellation terms'],
    queryFn: () => listCancellationTerms(guidon, { per_page: 100 }),
  })
  const names = Object.keys(rules) as Rule[]
  const kept = names.map((rule) => ({ rule, steps: inForce(data?.data ?? [], rule) })).filter(({ steps }) => steps[0])
  if (kept.length === 0) return null
  return (
    <Card
      title={say('取消條款', 'Terms of cancellation')}
      aside={
        mayChange && (
          <Link className="more" to="/reference" search={{ kind: 'cancellation-terms' }}>
            {say('修改', 'Change')}
          </Link>
        )
      }
    >
      {kept.map(({ rule, steps }) => (
        <section key={rule} className="within terms">
          <h3>{say(...rules[rule])}</h3>
          {rule === 'below_minimum' ? (
            <p className="small">{toldInTime(say, steps[0]?.days ?? 0)}</p>
          ) : (
            <Facts facts={steps.map(({ percent }, nth) => [daysOf(say, steps, nth), `${percent}%`])} />
          )}
          <p className="tiny soft">
            {steps[0]?.source}
            {say('，', ', ')}
            {steps[0] && say(`${dayWithYear(steps[0].valid_from)} 起`, `from ${dayWithYear(steps[0].valid_from)}`)}
          </p>
        </section>
      ))}
    </Card>
  )
}

const EVER = 36_500

/** Of each rule the rows with the newest day that has begun, from the conclusion of the contract to the departure. */
const inForce = (terms: CancellationTerm[], rule: Rule) => {
  const begun = terms.filter((each) => each.rule === rule && each.valid_from <= today())
  const newest = begun
    .map(({ valid_from }) => valid_from)
    .sort()
    .at(-1)
  return begun.filter(({ valid_from }) => valid_from === newest).sort((a, b) => (b.days ?? EVER) - (a.days ?? EVER))
}

const toldInTime = (say: Say, days: number) =>
  say(
    `出發前 ${days} 天以前通知，退全部；更晚比照旅行社的責任。`,
    `Told ${days} days before or earlier, all is paid back; later it is as if the agency were at fault.`,
  )

/** The days before the departure on which a step holds: until the next one begins. */
const daysOf = (say: Say, steps: CancellationTerm[], nth: number) => {
  const from = steps[nth]?.days ?? null
  const next = steps[nth + 1]?.days
  const until = next === undefined || next === null ? 0 : next + 1
  if (from === null) return say(`出發前 ${until} 天以上`, `${until} days before and earlier`)
  if (from === 0) return say('出發當日', 'on the day')
  if (from === until) return say(`出發前 ${from} 天`, from === 1 ? 'the day before' : `${from} days before`)
  return say(`出發前 ${from}–${until} 天`, `${from}–${until} days before`)
}
