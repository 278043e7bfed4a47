import { useNavigate } from '@tanstack/react-router'
import { deleteTraveler, eraseTraveler } from 'guidon-sdk'
import Ban from '~icons/lucide/ban'
import Eraser from '~icons/lucide/eraser'
import FileDown from '~icons/lucide/file-down'
import Plus from '~icons/lucide/plus'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsBookings, editsTravelers, isAdmin, opensRequests, seesCancellationFees } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import { removalOf } from '../../ui/removal.tsx'
import { changes, type Traveler } from './words.ts'

const CancelSheet = lazy(() => import('./cancel-sheet.tsx'))
const ExportSheet = lazy(() => import('./export-sheet.tsx'))
const NewRequestSheet = lazy(() => import('../requests/shared/new/sheet.tsx'))
const SureSheet = lazy(() => import('../../ui/forms/sure-sheet.tsx'))

/** What may be done with a traveler: request an add-on, export, cancel, remove and erase. */
export const useTravelerActs = (traveler: Traveler): (Act | false)[] => {
  const me = useMe()
  const removal = useRemoval(traveler)
  const erasure = useErasure(traveler)
  const isActive = traveler.status === 'active'
  return [
    isActive &&
      opensRequests(me) && {
        words: ['新增加購…', 'New request…'],
        icon: Plus,
        sheet: (close) => <NewRequestSheet among={[traveler]} close={close} />,
      },
    editsTravelers(me) && {
      words: ['匯出個資…', 'Export personal data…'],
      icon: FileDown,
      sheet: (close) => <ExportSheet traveler={traveler} close={close} />,
    },
    isActive &&
      seesCancellationFees(me) && {
        words: editsBookings(me)
          ? ['取消這位旅客…', 'Cancel this traveler…']
          : ['試算取消費…', 'Preview cancellation…'],
        icon: Ban,
        sheet: (close) => <CancelSheet traveler={traveler} mayCancel={editsBookings(me)} close={close} />,
      },
    editsBookings(me) && removal,
    isAdmin(me) && erasure,
  ]
}

/** Only for a traveler who was entered by mistake; otherwise the service asks to cancel instead. */
const useRemoval = ({ id, name, version, booking }: Traveler): Act => {
  const navigate = useNavigate()
  return removalOf({
    name: name,
    lost: [
      '只有輸入錯誤時才刪除；整筆旅客資料都會消失，無法復原。不去的旅客請改用「取消這位旅客」。',
      'Only for a record entered by mistake: it is gone for good. Whoever does not travel is cancelled instead.',
    ],
    remove: (guidon) => deleteTraveler(guidon, id, { version }),
    leave: () => navigate({ to: '/bookings/$id', params: { id: String(booking.id) } }),
    says: ['旅客已刪除', 'The traveler is removed'],
    changes: ['bookings', 'trips', 'work'],
  })
}

const useErasure = ({ id, name }: Traveler): Act => {
  const say = useSay()
  return {
    words: ['刪除個資…', 'Erase…'],
    icon: Eraser,
    isGrave: true,
    sheet: (close) => (
      <SureSheet
        title={say(`刪除 ${name} 的個資`, `Erase the personal data of ${name}`)}
        lost={say(
          '個資與證件都會刪除，無法復原；名額與款項保留。行程結束後才能刪除。',
          'The personal data and documents are erased and cannot be restored; the seat and the payments are kept. Not possible before the trip is over.',
        )}
        send={say('刪除個資', 'Erase')}
        act={(guidon) => eraseTraveler(guidon, id)}
        says={['個資已刪除；名額與款項保留', 'Erased; the seat and payments are kept']}
        changes={changes}
        close={close}
      />
    ),
  }
}
