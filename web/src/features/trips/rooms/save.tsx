import { type PlannedTripRoom, Refusal, updatePlannedTripStayRooms } from 'guidon-sdk'
import { refresh, refreshAfter, sentenceOf } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { colleagueMoves } from './colleague-moves.ts'
import { guestsOf, LEADER, type Room, roomsOf } from './plan.ts'
import css from './rooms.module.css'
import type { Arrangement } from './use-arrangement.ts'

type Props = { trip: number; plan: PlannedTripRoom; arrangement: Arrangement }

/** Saves the rooms as arranged. If a colleague has saved meanwhile, the differences are shown first. */
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
    <div className={`${css.save} card`}>
      {error && (
        <p className="told fault" role="alert">
          {sentenceOf(
            error,
            say('無法連線，尚未儲存；您的分房已保留。', 'Cannot connect. Not saved; your changes are kept.'),
          )}
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
        {isChanged ? say('儲存分房', 'Save the rooms') : say('採用建議', 'Use the suggestion')}
      </button>
    </div>
  )
}

/** The new rooms change who pays for a single room: the refusal says who, and how much. */
const asksForPrices = (error: Error | null) => error instanceof Refusal && error.errors.supplements !== undefined

/** The rooms that a colleague has saved meanwhile: the reader uses them, or applies the own changes to them. */
export const Behind = ({ plan, arrangement: { begun, rebase, forget } }: Omit<Props, 'trip'>) => {
  const say = useSay()
  const moves = colleagueMoves(say, begun, roomsOf(plan), guestsOf(plan))
  return (
    <section
      className={`${css.save} card ${css.behind}`}
      aria-label={say('同仁已儲存的分房', 'Rooms saved by a colleague')}
    >
      <p>
        <b>
          {say(
            '同仁剛儲存了這裡的分房；您的更動尚未儲存，但已保留。',
            'A colleague has just saved rooms here; your changes are kept but not saved yet.',
          )}
        </b>
      </p>
      <ul>
        {moves.map((move) => (
          <li key={move}>{move}</li>
        ))}
      </ul>
      <button type="button" className="button" onClick={forget}>
        {say('改用同仁的版本', 'Use the colleague’s version')}
      </button>
      <button type="button" className="button main" onClick={rebase}>
        {say('套用我的更動', 'Apply my changes')}
      </button>
    </section>
  )
}

/** A room as the service takes it. */
export const asSent = ({ id, type, notes, guests }: Room) => ({
  ...(id !== undefined && { id }),
  type,
  notes,
  has_leader: guests.includes(LEADER),
  traveler_ids: guests.filter((id) => id !== LEADER),
})
