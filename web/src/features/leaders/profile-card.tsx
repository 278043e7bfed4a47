import { telephoneAddress } from 'guidon-design/formats'
import * as label from 'guidon-sdk/labels'
import { employmentTypeWords, languageLevelWords } from 'guidon-sdk/words'
import { countryName, languageName } from '../../kit/code-names.ts'
import { dayWithYear } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { plural, type Say, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Personal } from './personal.tsx'
import type { Leader } from './profile/leader.ts'

/** The profile of the leader. */
export const Profile = ({ leader }: { leader: Leader }) => {
  const say = useSay()
  const { mobile, email, emergency_contact: near, min_rest_days, daily_fee, currency } = leader
  const { nationality, passport_country, passport_expires_on } = leader
  return (
    <Card title={say('資料', 'Details')}>
      <div className="within">
        <Facts
          facts={[
            [say(...label.mobile), mobile && <a href={telephoneAddress(mobile)}>{mobile}</a>],
            [say(...label.mobile_overseas), leader.mobile_overseas],
            [say(...label.email), email && <a href={`mailto:${email}`}>{email}</a>],
            ['LINE', leader.line_id],
            [say(...label.emergency_contact), near && [near.name, near.relation, near.phone].filter(Boolean).join(' ')],
            [say(...label.languages), languagesIn(say, leader)],
            [say(...label.licenses), licencesIn(say, leader)],
            [say(...label.nationality), nationality && countryName(say, nationality)],
            [say(...label.passport_country), passport_country && countryName(say, passport_country)],
            [say(...label.passport_expires_on), passport_expires_on && dayWithYear(passport_expires_on)],
            [say(...label.employment_type), say(...employmentTypeWords[leader.employment_type])],
            [say('帶團間隔', 'Days between trips'), say(`${min_rest_days} 天`, plural(min_rest_days, 'day'))],
            [say(...label.daily_fee), daily_fee !== null && price(daily_fee, currency)],
            [say(...label.notes), leader.notes],
          ]}
        />
        <Personal leader={leader} />
      </div>
    </Card>
  )
}

const languagesIn = (say: Say, { languages }: Leader) =>
  languages
    .map(({ code, level }) => `${languageName(say, code)} ${say(...languageLevelWords[level])}`)
    .join(say('、', ', '))

const licencesIn = (say: Say, { licenses }: Leader) =>
  licenses
    .map(({ type, expires_on }) => [type, expires_on && dayWithYear(expires_on)].filter(Boolean).join(' '))
    .join(say('、', ', '))
