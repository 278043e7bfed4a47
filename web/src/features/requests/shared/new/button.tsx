import { Suspense, useState } from 'react'
import Plus from '~icons/lucide/plus'
import { lazy } from '../../../../kit/lazy.ts'
import { useMe } from '../../../../kit/me.ts'
import { opensRequests } from '../../../../kit/roles.ts'
import { useSay } from '../../../../kit/words.ts'
import type { Who } from './travelers.tsx'

const NewRequestSheet = lazy(() => import('./sheet.tsx'))

/** The button for a new request: for one of these travelers, or for one who is searched for. */
export const NewRequestButton = ({ among, className }: { among?: readonly Who[]; className: string }) => {
  const say = useSay()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!opensRequests(me) || among?.length === 0) return null
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <Plus width={15} height={15} />
        {say('新增加購', 'New request')}
      </button>
      {isOpen && (
        <Suspense>
          <NewRequestSheet among={among} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
