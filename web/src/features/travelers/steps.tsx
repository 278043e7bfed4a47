import { restoreTraveler } from 'guidon-sdk'
import { useMe } from '../../kit/me.ts'
import { editsBookings } from '../../kit/roles.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Next } from '../../ui/next.tsx'
import { changes, type Traveler } from './words.ts'

/** The way back of a cancelled traveler. */
export const Steps = ({ traveler: { id, version, status } }: { traveler: Traveler }) => {
  const me = useMe()
  if (status === 'active' || !editsBookings(me)) return null
  return (
    <Next>
      <ActButton
        words={['恢復', 'Restore']}
        isMain
        act={(guidon) => restoreTraveler(guidon, id, { version })}
        says={['已恢復，名額與費用一併恢復', 'Restored with the seat and the price']}
        changes={changes}
      />
    </Next>
  )
}
