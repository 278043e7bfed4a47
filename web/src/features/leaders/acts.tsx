import { useNavigate } from '@tanstack/react-router'
import { deleteTourLeader, eraseTourLeader } from 'guidon-sdk'
import Eraser from '~icons/lucide/eraser'
import Rss from '~icons/lucide/rss'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsLeaders, isAdmin } from '../../kit/roles.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import { removalOf } from '../../ui/removal.tsx'
import { isOwn } from './access.ts'
import type { Leader } from './profile/leader.ts'

const FeedSheet = lazy(() => import('./feed-sheet.tsx'))
const SureSheet = lazy(() => import('../../ui/forms/sure-sheet.tsx'))

/** The address of the calendar, and what ends a profile. */
export const useLeaderActs = (leader: Leader): (Act | false)[] => {
  const me = useMe()
  const removal = useRemoval(leader)
  const erasure = useErasure(leader)
  return [
    (editsLeaders(me) || isOwn(me, leader)) && {
      words: ['訂閱行事曆…', 'Subscribe to the calendar…'],
      icon: Rss,
      sheet: (close) => <FeedSheet leader={leader} close={close} />,
    },
    editsLeaders(me) && removal,
    isAdmin(me) && leader.status === 'inactive' && erasure,
  ]
}

/** Only for somebody who never led a trip; otherwise the service refuses. */
const useRemoval = (leader: Leader): Act => {
  const say = useSay()
  const navigate = useNavigate()
  const { id, version } = leader
  const name = nameOf(say, leader)
  return removalOf({
    name: name,
    lost: [
      '資料、證件與休假都會消失，無法復原。帶過團的領隊不能刪除，請把狀態改為「離職」。',
      'The profile, its documents and days off are gone for good. A leader who led once cannot be removed: set its status to “Left”.',
    ],
    remove: (guidon) => deleteTourLeader(guidon, id, { version }),
    leave: () => navigate({ to: '/leaders' }),
    says: ['領隊已刪除', 'The leader is removed'],
    changes: ['schedule', 'options'],
  })
}

const useErasure = (leader: Leader): Act => {
  const say = useSay()
  const name = nameOf(say, leader)
  return {
    words: ['刪除個資…', 'Erase…'],
    icon: Eraser,
    isGrave: true,
    sheet: (close) => (
      <SureSheet
        title={say(`刪除 ${name} 的個資`, `Erase the personal data of ${name}`)}
        lost={say(
          '證件與個資都會刪除，無法復原；姓名與帶過的團會保留。',
          'The documents and personal data are erased and cannot be restored; the name and past trips are kept.',
        )}
        send={say('刪除個資', 'Erase')}
        act={(guidon) => eraseTourLeader(guidon, leader.id)}
        says={['個資已刪除，帶過的團會保留', 'Erased; past trips are kept']}
        changes={['leaders', 'schedule']}
        close={close}
      />
    ),
  }
}
