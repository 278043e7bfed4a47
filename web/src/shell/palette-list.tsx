import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '../kit/keys.ts'
import { useSay } from '../kit/words.ts'
import { Option, optionId } from '../ui/option.tsx'
import css from './palette.module.css'
import type { Group, Result } from './palette-search.tsx'

/** The result that Enter opens: the first one, until another is selected. The arrow keys wrap around at the ends. */
export const useActive = (groups: Group[], go: (result: Result) => void) => {
  const [marked, mark] = useState<string>()
  const results = groups.flatMap((group) => group.results)
  const at = Math.max(
    0,
    results.findIndex(({ key }) => key === marked),
  )
  const active = results[at]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // During a composition the keys belong to the input method.
    if (isComposing(event) || (!step && event.key !== 'Enter')) return
    event.preventDefault()
    if (step) mark(results.at((at + step) % results.length)?.key)
    else if (active) go(active)
  }
  return { active, mark, onKeyDown }
}

type Props = {
  list: string
  groups: Group[]
  active: Result | undefined
  mark: (key: string) => void
  go: (result: Result) => void
}

export const Results = ({ list, groups, active, mark, go }: Props) => {
  const say = useSay()
  return (
    <div className={css.results} role="listbox" id={list} aria-label={say('結果', 'Results')} tabIndex={-1}>
      {groups.map(({ title, results }, nth) => (
        // biome-ignore lint/a11y/useSemanticElements: a set of fields it is not.
        <div key={title} role="group" aria-labelledby={`${list}-title-${nth}`}>
          <div className="heading" id={`${list}-title-${nth}`}>
            {title}
          </div>
          {results.map((result) => (
            <Option
              key={result.key}
              id={optionId(list, result.key)}
              isActive={result === active}
              take={() => go(result)}
              mark={() => mark(result.key)}
            >
              {result.shown}
            </Option>
          ))}
        </div>
      ))}
    </div>
  )
}
