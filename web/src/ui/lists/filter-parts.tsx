import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import ArrowDown from '~icons/lucide/arrow-down'
import ArrowUp from '~icons/lucide/arrow-up'
import X from '~icons/lucide/x'
import { useSay, type Words } from '../../kit/words.ts'

/** A filter that is on or off. */
export const Chip = ({ isOn, toggle, children }: { isOn: boolean; toggle: () => void; children: ReactNode }) => (
  <button type="button" className="chip" aria-pressed={isOn} onClick={toggle}>
    {children}
  </button>
)

type OneOfProps<T extends string> = {
  label: string
  words: Record<T, Words>
  value: T | undefined
  choose: (value: T | undefined) => void
}

/** A filter by one of a few values; without a value, the field shows its label. */
export const OneOf = <T extends string>({ label, words, value, choose }: OneOfProps<T>) => {
  const say = useSay()
  const keys = Object.keys(words) as T[]
  return (
    <select
      className="input"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => choose(keys.find((key) => key === target.value))}
    >
      <option value="">{label}</option>
      {keys.map((key) => (
        <option key={key} value={key}>
          {say(words[key][0], words[key][1])}
        </option>
      ))}
    </select>
  )
}

type Option = { value: number; label: string; label_en?: string | null }
type OneRecordProps = {
  label: string
  options: Option[] | undefined
  value: number | undefined
  choose: (value: number | undefined) => void
}

/** A filter by a record of an option list. */
export const OneRecord = ({ label, options = [], value, choose }: OneRecordProps) => {
  const say = useSay()
  return (
    <select
      className="input"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => choose(Number(target.value) || undefined)}
    >
      <option value="">{label}</option>
      {options.map((each) => (
        <option key={each.value} value={each.value}>
          {say(each.label, each.label_en ?? each.label)}
        </option>
      ))}
    </select>
  )
}

export const ClearFilters = ({ clear }: { clear: () => void }) => {
  const say = useSay()
  return (
    <button type="button" className="button plain" onClick={clear}>
      <X width={15} height={15} />
      {say('清除', 'Clear')}
    </button>
  )
}

type SortedProps = { by: string; sort: string | undefined; className?: string | undefined; children: string }

/** The heading of a sortable column; clicks switch between ascending, descending and unsorted. */
export const SortedHeading = ({ by, sort, className, children }: SortedProps) => {
  const isUp = sort === by
  const isDown = sort === `-${by}`
  const next = isUp ? `-${by}` : isDown ? undefined : by
  return (
    <th scope="col" className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <Link to="." search={(now: object) => ({ ...now, sort: next, page: undefined })}>
        {children}
        {isUp && <ArrowUp width={13} height={13} />}
        {isDown && <ArrowDown width={13} height={13} />}
      </Link>
    </th>
  )
}
