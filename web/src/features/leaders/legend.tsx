import { blockKindWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'
import css from './board.module.css'
import { blockHues } from './schedule.ts'

const kinds = ['trip', 'briefing', 'unavailability', 'rest'] as const

export const Legend = () => {
  const say = useSay()
  return (
    <p className={css.legend}>
      {kinds.map((kind) => (
        <span key={kind}>
          <i className={`${css.block} ${blockHues[kind]}`} data-kind={kind} />
          {say(...blockKindWords[kind])}
        </span>
      ))}
      <span>
        <i className={`${css.block} ${css.tentative} turn-leader`} data-kind="trip" />
        {say('未定', 'Tentative')}
      </span>
    </p>
  )
}
