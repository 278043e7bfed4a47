import { type PlannedTripRoom, Refusal, updatePlannedTripStayRooms } from 'guidon-sdk'
import { refresh, refreshAfter, sentenceOf } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { colleagueMoves } from './colleague-moves.ts'
import { guestsOf, type Room, roomsOf } from './plan.ts'
import type { Arrangement } from './use-arrangement.ts'

type Props = { trip: number; plan: PlannedTripRoom; arrangement: Arrangement }

/** Saves the rooms as the reader has arranged them. If a colleague was earlier, it shows first what is different. */
export const Save = ({ trip, plan, arrangement: { rooms, version, isChanged, settle, forget } }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (supplements: 'charge' | 'keep' | undefined, guidon) =>
      updatePlannedTripStayRooms(
        guidon,
        trip,
        plan.id,
        { rooms: rooms.map(asSent), ...(supplements && { supplements }) },
        { version },
      ),
    done: async (saved) => {
      settle(saved.version)
      await refresh('trips')
      forget()
    },
    says: ['分房已儲存', 'The rooms are saved'],
    failed: (error) => refreshAfter(error, 'trips'),
  })
  return (
    <div className="save card">
      {error && (
        <p className="refused" role="alert">
          {sentenceOf(error, say('連不上服務，分房已保留。', 'The service cannot be reached; the rooms are kept.'))}
        </p>
      )}
      {asksForPrices(error) && (
        <>
          <button type="button" className="button" disabled={isPending} onClick={() => mutate('keep')}>
            {say('儲存，維持原價', 'Save, keep the prices')}
          </button>
          <button type="button" className="button" disabled={isPending} onClick={() => mutate('charge')}>
            {say('儲存，並調整團費', 'Save, and change the prices')}
          </button>
        </>
      )}
      <span className="soft small">{isChanged && say('尚未儲存', 'Not saved yet')}</span>
      {isChanged && (
        <button type="button" className="button" onClick={forget}>
          {say('還原', 'Undo all')}
        </button>
      )}
      <button type="button" className="button main" disabled={isPending} onClick={() => mutate(undefined)}>
        {isChanged ? say('儲存分房', 'Save the rooms') : say('就照建議', 'Take the proposal')}
      </button>
    </div>
  )
}

/** These rooms change who pays for a room alone: the refusal says who, and how much. */
const asksForPrices = (error: Error | null) => error instanceof Refusal && error.errors.supplements !== undefined

/** What a colleague has saved meanwhile, and the two ways on. */
export const Behind = ({ plan, arrangement: { begun, rebase, forget } }: Omit<Props, 'trip'>) => {
  const say = useSay()
  const moves = colleagueMoves(say, begun, roomsOf(plan), guestsOf(plan))
  return (
    <section className="save card behind" aria-label={say('同事已存的分房', 'Rooms that a colleague has saved')}>
      <p>
        <b>
          {say(
            '同事剛存了這裡的分房；您的還沒存，也都還在。',
            'A colleague has saved these rooms; yours are kept, not saved.',
          )}
        </b>
      </p>
      <ul>
        {moves.map((move) => (
          <li key={move}>{move}</li>
        ))}
      </ul>
      <button type="button" className="button" onClick={forget}>
        {say('改用同事的', 'Take the colleague’s')}
      </button>
      <button type="button" className="button main" onClick={rebase}>
        {say('把我的更動套上去', 'Put my changes upon it')}
      </button>
    </section>
  )
}

const asSent = ({ id, type, notes, guests }: Room) => ({
  ...(id !== undefined && { id }),
  type,
  notes,
  traveler_ids: guests,
})
