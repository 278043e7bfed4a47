import { revealTourLeader, type TourLeaderReveal } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import Eye from '~icons/lucide/eye'
import { guidon } from '../../kit/api.ts'
import { dayWithYear } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { useSay } from '../../kit/words.ts'
import { Facts } from '../../ui/facts.tsx'
import { seesPapersOf } from './access.ts'
import type { Leader } from './profile/leader.ts'

const RevealSheet = lazy(() => import('../../ui/forms/reveal-sheet.tsx'))

const masked = ['birth_date', 'national_id', 'passport_number', 'address'] as const

/** Personal data, masked until the reader gives a reason. */
export const Personal = ({ leader }: { leader: Leader }) => {
  const say = useSay()
  const me = useMe()
  const [shown, setShown] = useState<TourLeaderReveal>({})
  const [isAsking, setAsking] = useState(false)
  const one = { ...leader, ...shown }
  const hidden = masked.filter((name) => leader[name] && shown[name] === undefined)
  const reveal = async (reason: string) =>
    setShown(await revealTourLeader(guidon, leader.id, { fields: hidden, reason }))
  const born = one.birth_date
  return (
    <>
      <Facts
        facts={[
          [say(...label.birth_date), born && (/^\d/.test(born) ? dayWithYear(born) : born)],
          [say(...label.national_id), one.national_id],
          [say(...label.passport_number), one.passport_number],
          [say(...label.address), one.address],
        ]}
      />
      {hidden.length > 0 && seesPapersOf(me, leader) && (
        <div className="ways">
          <button type="button" className="button" onClick={() => setAsking(true)}>
            <Eye width={15} height={15} />
            {say('顯示遮住的資料', 'Show masked data')}
          </button>
        </div>
      )}
      <Suspense>{isAsking && <RevealSheet reveal={reveal} close={() => setAsking(false)} />}</Suspense>
    </>
  )
}
