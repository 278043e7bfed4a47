import { blockKindWords } from 'guidon-sdk/words/block-kind'
import { useSay } from '../../kit/words.ts'
import { blockHues } from './schedule.ts'

const kinds = ['trip', 'briefing', 'unavailability', 'rest'] as const

export const Legend = () => {
  const say = useSay()
  return (
    <p className="legend">
      {kinds.map((kind) => (
        <span key={kind}>
          <i className={`block ${kind} ${blockHues[kind]}`} />
          {say(...blockKindWords[kind])}
        </span>
      ))}
      <span>
        <i className="block trip tentative turn-leader" />
        {say('未定', 'Tentative')}
      </span>
    </p>
  )
}
