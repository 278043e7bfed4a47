import { useNavigate } from '@tanstack/react-router'
import { deleteTourLeader, eraseTourLeader } from 'guidon-sdk'
import { Suspense, useState } from 'react'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsLeaders, isAdmin } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { isOwn } from './access.ts'
import type { Leader } from './profile/leader.ts'

const ProfileSheet = lazy(() => import('./profile/sheet.tsx'))
const FeedSheet = lazy(() => import('./feed-sheet.tsx'))

type Props = { leader: Leader }

/** Opens the form of the profile. */
export const Change = ({ leader }: Props) =>
  editsLeaders(useMe()) && (
    <OpenButton words={['修改', 'Change']}>{(close) => <ProfileSheet leader={leader} close={close} />}</OpenButton>
  )

/** The address of the calendar, and the buttons that end a profile. */
export const Ways = ({ leader }: Props) => {
  const say = useSay()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!editsLeaders(me) && !isOwn(me, leader)) return null
  return (
    <div className="ways">
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {say('訂閱行事曆…', 'Subscribe to the calendar…')}
      </button>
      {isAdmin(me) && leader.status === 'inactive' && <Erase leader={leader} />}
      {editsLeaders(me) && <Remove leader={leader} />}
      {isOpen && (
        <Suspense>
          <FeedSheet leader={leader} close={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

const Erase = ({ leader }: Props) => (
  <ActButton
    words={['刪除個資', 'Erase']}
    sure={['證件與個資無法復原，確定？', 'Documents and personal data cannot be restored. Erase?']}
    act={(guidon) => eraseTourLeader(guidon, leader.id)}
    says={['個資已刪除，帶過的團會保留', 'Erased; past trips are kept']}
    changes={['leaders', 'schedule']}
  />
)

/** Only for somebody who never led a trip; otherwise the service refuses. */
const Remove = ({ leader: { id, version } }: Props) => {
  const navigate = useNavigate()
  return (
    <ActButton
      words={['刪除', 'Remove']}
      sure={['確定刪除這位領隊？', 'Remove this leader?']}
      act={async (guidon) => {
        await deleteTourLeader(guidon, id, { version })
        await navigate({ to: '/leaders' })
      }}
      says={['領隊已刪除', 'The leader is removed']}
      changes={['schedule', 'options']}
    />
  )
}
