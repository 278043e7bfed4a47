import { Suspense, useState } from 'react'
import Plus from '~icons/lucide/plus'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { editsTrips } from '../../../kit/roles.ts'
import { useSay } from '../../../kit/words.ts'

const PlanSheet = lazy(() => import('./plan-sheet.tsx'))
const SeasonSheet = lazy(() => import('./season-sheet.tsx'))

/** The buttons to plan one trip, or the trips of a season. */
export const PlanButtons = () => {
  const say = useSay()
  const me = useMe()
  const [open, setOpen] = useState<'one' | 'season'>()
  const close = () => setOpen(undefined)
  if (!editsTrips(me)) return null
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen('season')}>
        {say('批次開團', 'Plan several')}
      </button>
      <button type="button" className="button main" onClick={() => setOpen('one')}>
        <Plus />
        {say('開團', 'Plan a trip')}
      </button>
      <Suspense>
        {open === 'one' && <PlanSheet close={close} />}
        {open === 'season' && <SeasonSheet close={close} />}
      </Suspense>
    </>
  )
}
