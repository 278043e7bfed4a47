import { useNavigate } from '@tanstack/react-router'
import { deleteTraveler, eraseTraveler, restoreTraveler } from 'guidon-sdk'
import { Suspense, useState } from 'react'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsBookings, editsTravelers, isAdmin, seesCancellationFees } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { NewRequestButton } from '../requests/shared/new/button.tsx'
import { changes, type Traveler } from './words.ts'

const CancelSheet = lazy(() => import('./cancel-sheet.tsx'))
const ExportSheet = lazy(() => import('./export-sheet.tsx'))

type Props = { traveler: Traveler }

/** Actions on a traveler: cancel, restore, remove, export and erase personal data. */
export const Steps = ({ traveler }: Props) => {
  const say = useSay()
  const me = useMe()
  const [open, setOpen] = useState<'cancel' | 'export'>()
  const close = () => setOpen(undefined)
  const isActive = traveler.status === 'active'
  const mayExport = editsTravelers(me)
  if (!mayExport && !seesCancellationFees(me)) return null
  return (
    <Card title={say('這位旅客', 'This traveler')}>
      <div className="within ways">
        {isActive && <NewRequestButton among={[traveler]} className="button" />}
        {isActive && seesCancellationFees(me) && (
          <button type="button" className="button" onClick={() => setOpen('cancel')}>
            {editsBookings(me)
              ? say('取消這位旅客…', 'Cancel this traveler…')
              : say('試算取消費…', 'Preview cancellation…')}
          </button>
        )}
        {!isActive && editsBookings(me) && <Restore traveler={traveler} />}
        {mayExport && (
          <button type="button" className="button" onClick={() => setOpen('export')}>
            {say('匯出個資…', 'Export personal data…')}
          </button>
        )}
        {editsBookings(me) && <Remove traveler={traveler} />}
        {isAdmin(me) && <Erase traveler={traveler} />}
      </div>
      <Suspense>
        {open === 'cancel' && <CancelSheet traveler={traveler} mayCancel={editsBookings(me)} close={close} />}
        {open === 'export' && <ExportSheet traveler={traveler} close={close} />}
      </Suspense>
    </Card>
  )
}

const Restore = ({ traveler: { id, version } }: Props) => (
  <ActButton
    words={['恢復', 'Restore']}
    isMain
    act={(guidon) => restoreTraveler(guidon, id, { version })}
    says={['已恢復，名額與費用一併恢復', 'Restored with the seat and the price']}
    changes={changes}
  />
)

/** Only for a traveler who was entered by mistake; otherwise the service asks to cancel instead. */
const Remove = ({ traveler: { id, version, booking } }: Props) => {
  const navigate = useNavigate()
  return (
    <ActButton
      words={['刪除', 'Remove']}
      sure={['只有輸入錯誤時才刪除。確定？', 'Only for records entered by mistake. Remove?']}
      act={async (guidon) => {
        await deleteTraveler(guidon, id, { version })
        await navigate({ to: '/bookings/$id', params: { id: String(booking.id) } })
      }}
      says={['旅客已刪除', 'The traveler is removed']}
      changes={['bookings', 'trips', 'work']}
    />
  )
}

const Erase = ({ traveler: { id } }: Props) => (
  <ActButton
    words={['刪除個資', 'Erase']}
    sure={['個資與證件無法復原，確定？', 'Personal data and documents cannot be restored. Erase?']}
    act={(guidon) => eraseTraveler(guidon, id)}
    says={['個資已刪除；名額與款項保留', 'Erased; the seat and payments are kept']}
    changes={changes}
  />
)
