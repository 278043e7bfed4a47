import { Suspense, useState } from 'react'
import Download from '~icons/lucide/download'
import { lazy } from '../../kit/lazy.ts'
import { useSay } from '../../kit/words.ts'
import type { Exported } from './sheet.tsx'

// Its columns are a file of their own, which is loaded with it.
const ExportSheet = lazy(() => import('./sheet.tsx'))

/** Beside the filters of a list: all of its rows as a file; below the list those that are ticked. */
export const ExportButton = ({ className = 'chip', ...exported }: Exported & { className?: string }) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <Download width={15} height={15} />
        {exported.ticked ? say('匯出…', 'Export…') : say('匯出', 'Export')}
      </button>
      <Suspense>{isOpen && <ExportSheet {...exported} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
