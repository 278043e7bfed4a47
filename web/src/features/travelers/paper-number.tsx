import { revealTravelerDocument, type TripRegistrationDocument } from 'guidon-sdk'
import { Suspense, useState } from 'react'
import Eye from '~icons/lucide/eye'
import { guidon } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { useSay } from '../../kit/words.ts'
import { iconName } from '../../ui/icon-name.ts'

const RevealSheet = lazy(() => import('../../ui/forms/reveal-sheet.tsx'))

/** The number of a document, masked until the reader gives a reason. */
export const PaperNumber = ({ document: { id, number } }: { document: TripRegistrationDocument }) => {
  const say = useSay()
  const [shown, show] = useState<string | null>()
  const [isAsking, setAsking] = useState(false)
  const reveal = async (reason: string) =>
    show((await revealTravelerDocument(guidon, id, { fields: ['number'], reason })).number)
  if (shown) return <>{shown}</>
  return (
    <>
      {number}{' '}
      <button
        type="button"
        className="button plain square"
        {...iconName(say('顯示號碼', 'Show the number'))}
        onClick={() => setAsking(true)}
      >
        <Eye width={15} height={15} />
      </button>
      <Suspense>{isAsking && <RevealSheet reveal={reveal} close={() => setAsking(false)} />}</Suspense>
    </>
  )
}
