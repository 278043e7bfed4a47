import { useSay, type Words } from '../../kit/words.ts'

type OneOfProps<T extends string> = {
  label: string
  words: Record<T, Words>
  value: string | undefined
  choose: (value: T | undefined) => void
}

/** A choice of one of a few values; without a value, the field shows its label. */
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

/** A choice of a record of an option list. */
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
