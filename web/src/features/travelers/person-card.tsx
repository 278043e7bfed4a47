import { telephoneAddress } from 'guidon-design/formats'
import { revealTraveler, type TravelerReveal } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import Eye from '~icons/lucide/eye'
import { guidon } from '../../kit/api.ts'
import { countryName } from '../../kit/code-names.ts'
import { dayWithYear } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { foodIn } from './shared/food-words.ts'
import type { Traveler } from './words.ts'

const RevealSheet = lazy(() => import('../../ui/forms/reveal-sheet.tsx'))

const masked = ['birth_date', 'national_id', 'passport_number', 'allergies'] as const

/** Personal data. Masked data are shown for a reason, which is logged with the reader. */
export const PersonCard = ({ traveler }: { traveler: Traveler }) => {
  const say = useSay()
  const [shown, setShown] = useState<TravelerReveal>({})
  const [isAsking, setAsking] = useState(false)
  const hidden = masked.filter((name) => traveler[name] && shown[name] === undefined)
  const reveal = async (reason: string) =>
    setShown(await revealTraveler(guidon, traveler.id, { fields: hidden, reason }))
  const one = { ...traveler, ...shown }
  const country = (code: string | null) => code && countryName(say, code)
  const day = (on: string | null | undefined) => on && (/^\d/.test(on) ? dayWithYear(on) : on)
  return (
    <Card title={say('個人資料', 'Personal data')}>
      <div className="within">
        <Facts
          facts={[
            [say(...label.birth_date), day(one.birth_date)],
            [say(...label.nationality), country(one.nationality)],
            [say(...label.national_id), one.national_id],
            [say(...label.passport_number), one.passport_number],
            [say(...label.passport_country), country(one.passport_country)],
            [say(...label.passport_expires_on), day(one.passport_expires_on)],
            [say(...label.mobile), one.mobile && <a href={telephoneAddress(one.mobile)}>{one.mobile}</a>],
            [say(...label.email), one.email && <a href={`mailto:${one.email}`}>{one.email}</a>],
            [say(...label.emergency_contact), [one.emergency_name, one.emergency_phone].filter(Boolean).join(' ')],
            [say(...label.allergies), one.allergies],
            [say('飲食', 'Diet'), foodIn(say, traveler)],
            [say(...label.notes), one.notes],
          ]}
        />
        {hidden.length > 0 && (
          <button type="button" className="button" onClick={() => setAsking(true)}>
            <Eye width={15} height={15} />
            {say('顯示遮住的資料', 'Show masked data')}
          </button>
        )}
      </div>
      <Suspense>{isAsking && <RevealSheet reveal={reveal} close={() => setAsking(false)} />}</Suspense>
    </Card>
  )
}
