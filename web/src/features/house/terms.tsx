import { Link } from '@tanstack/react-router'
import { useMe } from '../../kit/me.ts'
import { isAdmin } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { ruleNames, TermOf, useTermsInForce } from '../bookings/shared/cancellation-terms.tsx'

/** The terms of law and custom by which cancellation fees are computed, in the version in force today. */
export const Terms = () => {
  const say = useSay()
  const mayChange = isAdmin(useMe())
  const termsOf = useTermsInForce()
  const kept = ruleNames.filter((rule) => termsOf(rule).length > 0)
  if (kept.length === 0) return null
  return (
    <Card
      title={say('取消條款', 'Cancellation terms')}
      aside={
        mayChange && (
          <Link className="more" to="/reference" search={{ kind: 'cancellation-terms' }}>
            {say('修改', 'Edit')}
          </Link>
        )
      }
    >
      {kept.map((rule) => (
        <div key={rule} className="within">
          <TermOf rule={rule} terms={termsOf(rule)} />
        </div>
      ))}
    </Card>
  )
}
