import { Suspense, useState } from 'react'
import { lazy } from '../../../kit/lazy.ts'
import { useSay } from '../../../kit/words.ts'
import { Next } from '../../../ui/next.tsx'
import type { Trip } from '../queries.ts'
import type { TripStatus } from '../shared/status.ts'
import { course, isAhead, wordsOfStep } from './step-words.ts'

const StepSheet = lazy(() => import('./step-sheet.tsx'))

/** The next step of the trip, then those that skip ahead; the service says which the reader may take. */
export const Steps = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const [chosen, choose] = useState<TripStatus>()
  const steps = trip.possible
    .filter((to) => isAhead(trip.status, to))
    .sort((a, b) => course.indexOf(a) - course.indexOf(b))
  if (steps.length === 0 && !chosen) return null
  return (
    <Next>
      {steps.map((status, nth) => (
        <button
          key={status}
          type="button"
          className={nth === 0 ? 'button main' : 'button'}
          onClick={() => choose(status)}
        >
          {say(...wordsOfStep(trip.status, status))}…
        </button>
      ))}
      <Suspense>
        {chosen && (
          <StepSheet
            trip={trip}
            status={chosen}
            words={wordsOfStep(trip.status, chosen)}
            isBack={false}
            close={() => choose(undefined)}
          />
        )}
      </Suspense>
    </Next>
  )
}
