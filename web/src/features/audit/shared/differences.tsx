import type { Audit } from 'guidon-sdk'
import { useState } from 'react'
import { useSay } from '../../../kit/words.ts'
import { hiddenFields, nameOfField } from '../../../ui/forms/changes/field-words.ts'
import { namesIn, valueIn } from '../../../ui/forms/changes/values.ts'
import css from './differences.module.css'

const SHOWN = 6

type Change = Pick<Audit, 'action' | 'changes' | 'names'>

/** The old and new value of each changed field. */
export const Differences = ({ change: { changes, action, names } }: { change: Change }) => {
  const say = useSay()
  const [isLong, setLong] = useState(false)
  const told = Object.entries(changes).filter(
    ([field, [was, is]]) => !hiddenFields.has(field) && (was ?? is ?? '') !== '',
  )
  const shown = isLong ? told : told.slice(0, SHOWN)
  if (told.length === 0) return null
  return (
    <>
      <dl className={css.differences}>
        {shown.map(([field, [was, is]]) => (
          <div key={field}>
            <dt>{nameOfField(say, field)}</dt>
            <dd>
              {action !== 'created' && <Was value={valueIn(say, field, was, namesIn(names, field))} />}
              {action === 'changed' && <span aria-hidden="true"> → </span>}
              {action !== 'removed' && <Is value={valueIn(say, field, is, namesIn(names, field))} />}
            </dd>
          </div>
        ))}
      </dl>
      {told.length > SHOWN && (
        <button type="button" className="button plain small" onClick={() => setLong(!isLong)}>
          {isLong ? say('收合', 'Show less') : say(`還有 ${told.length - SHOWN} 項`, `${told.length - SHOWN} more`)}
        </button>
      )}
    </>
  )
}

const Was = ({ value }: { value: string }) => {
  const say = useSay()
  return (
    <del>
      <span className="unseen">{say('原為 ', 'from ')}</span>
      {value}
    </del>
  )
}

const Is = ({ value }: { value: string }) => {
  const say = useSay()
  return (
    <ins>
      <span className="unseen">{say('改為 ', 'to ')}</span>
      {value}
    </ins>
  )
}
