import { telephoneAddress } from 'guidon-design/formats'
import { type PersonChange, updatePerson } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { consentWords, optOutWords } from 'guidon-sdk/words'
import { dayWithYear } from '../../kit/days.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { OnePerson } from './shared/words.ts'

/** The contact data and consents of a person. */
export const FactsCard = ({ person, mayDecide }: { person: OnePerson; mayDecide: boolean }) => {
  const say = useSay()
  const { phone, email, email_proved_at, emergency_name, emergency_phone, emergency_relation } = person
  const emergency = [emergency_name, emergency_relation, emergency_phone].filter(Boolean).join('・')
  return (
    <Card title={say('聯絡與同意', 'Contact and consent')}>
      <div className="within">
        <Facts
          facts={[
            [say(...label.phone), phone && <a href={telephoneAddress(phone)}>{phone}</a>],
            [say(...label.email), email && <a href={`mailto:${email}`}>{email}</a>],
            [say(...label.email_proved_at), email_proved_at && dayWithYear(email_proved_at)],
            [say(...label.emergency_contact), emergency],
            [say(...label.privacy_consent_at), person.privacy_consent_at && dayWithYear(person.privacy_consent_at)],
          ]}
        />
        <Consents person={person} mayDecide={mayDecide && person.erased_at === null} />
      </div>
    </Card>
  )
}

const Consents = ({ person, mayDecide }: { person: OnePerson; mayDecide: boolean }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (change: PersonChange, guidon) => updatePerson(guidon, person.id, change, { version: person.version }),
    changes: ['persons'],
  })
  return (
    <div className="checks">
      {keysOf(consentWords).map((each) => (
        <label key={each}>
          <input
            type="checkbox"
            checked={person.consents.includes(each)}
            disabled={!mayDecide || isPending}
            onChange={() => mutate({ consents: toggled(person.consents, each) })}
          />
          {say(...consentWords[each])}
        </label>
      ))}
      {keysOf(optOutWords).map((each) => (
        <label key={each}>
          <input
            type="checkbox"
            checked={person.opt_outs.includes(each)}
            disabled={!mayDecide || isPending}
            onChange={() => mutate({ opt_outs: toggled(person.opt_outs, each) })}
          />
          {say(...optOutWords[each])}
        </label>
      ))}
      <Refused error={error} />
    </div>
  )
}

const keysOf = <K extends string>(words: Record<K, Words>) => Object.keys(words) as K[]
const toggled = <T,>(all: T[], one: T) => (all.includes(one) ? all.filter((each) => each !== one) : [...all, one])
