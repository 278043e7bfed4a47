import { revealTravelerDocument, type TripRegistrationDocument } from 'guidon-sdk'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { Eye } from '../../parts/icons.tsx'
import { RevealSheet } from '../../parts/reveal-sheet.tsx'

/** The number of a paper, masked until somebody says why it is needed. */
export const PaperNumber = ({ document: { id, number } }: { document: TripRegistrationDocument }) => {
  const say = useSay()
  const [shown, show] = useState<string | null>()
  const [isAsking, setAsking] = useState(false)
  if (shown) return <>{shown}</>
  return (
    <>
      {number}{' '}
      <button
        type="button"
        className="button plain square"
        aria-label={say('顯示號碼', 'Show the number')}
        onClick={() => setAsking(true)}
      >
        <Eye size={15} />
      </button>
      {isAsking && (
        <RevealSheet
          reveal={(reason) => revealTravelerDocument(guidon, id, { fields: ['number'], reason })}
          show={(revealed) => show(revealed.number)}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}
