import { useState } from 'react'
import { useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../parts/card.tsx'
import type { TripStatus } from '../../parts/trip-words.ts'
import type { Trip } from './queries.ts'
import { StepSheet } from './step-sheet.tsx'

/** What a step is called by those who take it. */
export const stepWords: Record<TripStatus, Words> = {
  draft: ['改回草稿', 'Back to draft'],
  open: ['開放報名', 'Open for booking'],
  guaranteed: ['確定出團', 'Guarantee the departure'],
  closed: ['結團', 'Close for booking'],
  departed: ['出發', 'Departed'],
  returned: ['已返國', 'Returned'],
  settled: ['結帳', 'Settle'],
  cancelled: ['取消出團', 'Cancel the trip'],
}

/** What the reader may do with the trip now; the service decides. */
export const Steps = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const [chosen, choose] = useState<TripStatus>()
  if (trip.possible.length === 0) return null
  return (
    <Card title={say('下一步', 'Next')}>
      <div className="within steps">
        {trip.possible.map((status) => (
          <button
            key={status}
            type="button"
            className={status === 'cancelled' ? 'button' : 'button main'}
            onClick={() => choose(status)}
          >
            {say(...stepWords[status])}…
          </button>
        ))}
      </div>
      {chosen && <StepSheet trip={trip} status={chosen} close={() => choose(undefined)} />}
    </Card>
  )
}
