import { Suspense, useState } from 'react'
import Plus from '~icons/lucide/plus'
import { lazy } from '../../../../kit/lazy.ts'
import { useMe } from '../../../../kit/me.ts'
import { editsBookings } from '../../../../kit/roles.ts'
import { useSay } from '../../../../kit/words.ts'

const NewBookingSheet = lazy(() => import('./sheet.tsx'))

/** The button for a new booking, shown to those who may create one; on the page of a trip, for that trip. */
export const NewBookingButton = ({ trip, className }: { trip?: number; className: string }) => {
  const say = useSay()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!editsBookings(me)) return null
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <Plus width={15} height={15} />
        {say('新增訂單', 'New booking')}
      </button>
      {isOpen && (
        <Suspense>
          <NewBookingSheet trip={trip} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
