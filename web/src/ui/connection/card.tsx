import type { Guidon } from 'guidon-sdk'
import { type ReactNode, useState } from 'react'
import { useSay, type Words } from '../../kit/words.ts'
import { ActButton } from '../act-button.tsx'
import { Card } from '../card.tsx'
import { type Fact, Facts } from '../facts.tsx'
import css from './card.module.css'

type Props = {
  title: string
  /** Its subject, for screen readers, where a page has several connections. */
  about?: string
  isOn: boolean
  /** What it does now, in the badge. */
  state: string
  /** What must still be done before it can be switched on. */
  missing: readonly Words[]
  facts: readonly Fact[]
  hasKeys: boolean
  /** The sheet in which its keys are typed. */
  keys: (close: () => void) => ReactNode
  /** Further buttons beside that of the keys. */
  more?: ReactNode
  /** The button that tries it, where it can be tried. */
  test: ReactNode
  turn: {
    words: Words
    says: Words
    act: (guidon: Guidon, on: boolean) => Promise<unknown>
    changes: readonly string[]
  }
}

/** A connection to another service: what is missing and known, its keys, its test, and the switch. */
export const ConnectionCard = ({ title, isOn, state, missing, facts, ...acts }: Props) => {
  const say = useSay()
  const lacks = missing.map((each) => say(...each)).join(say('、', ', '))
  return (
    <Card title={title} aside={<span className={`badge ${isOn ? 'turn-done' : 'turn-over'}`}>{state}</span>}>
      <div className={`within ${css.connection}`}>
        {lacks && <p className={css.missing}>{say(`還缺：${lacks}`, `Missing: ${lacks}`)}</p>}
        <Facts facts={facts} />
        <Acts {...acts} isOn={isOn} isReady={missing.length === 0} />
      </div>
    </Card>
  )
}

type ActsProps = Pick<Props, 'about' | 'isOn' | 'hasKeys' | 'keys' | 'more' | 'test' | 'turn'> & { isReady: boolean }

const Acts = ({ about, isOn, isReady, hasKeys, keys, more, test, turn }: ActsProps) => {
  const say = useSay()
  const [isEntering, setEntering] = useState(false)
  const named = about ? { about } : {}
  return (
    <div className="ways">
      <button type="button" className={hasKeys ? 'button' : 'button main'} onClick={() => setEntering(true)}>
        {say('金鑰…', 'Keys…')}
        {about && <span className="unseen"> {about}</span>}
      </button>
      {more}
      {test}
      {!isOn && isReady && (
        <ActButton
          words={turn.words}
          says={turn.says}
          isMain
          act={(guidon) => turn.act(guidon, true)}
          changes={turn.changes}
          {...named}
        />
      )}
      {isOn && (
        <ActButton
          words={['關閉…', 'Switch off…']}
          sure={['確定關閉', 'Switch it off']}
          says={['已關閉', 'Switched off']}
          act={(guidon) => turn.act(guidon, false)}
          changes={turn.changes}
          {...named}
        />
      )}
      {isEntering && keys(() => setEntering(false))}
    </div>
  )
}
