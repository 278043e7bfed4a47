import * as label from 'guidon-sdk/labels'
import { genderWords } from 'guidon-sdk/words'
import type { InputHTMLAttributes } from 'react'
import X from '~icons/lucide/x'
import { choicesOf } from '../../../../kit/choices.ts'
import { type Say, useSay } from '../../../../kit/words.ts'
import { Around } from '../../../../ui/forms/form.tsx'
import formGroupsCss from '../../../../ui/forms/form-groups.module.css'
import { iconName } from '../../../../ui/icon-name.ts'
import { bedChoices, type Person, roomLetter } from './party.ts'
import css from './sheet.module.css'

type Props = {
  nth: number
  person: Person
  count: number
  change: (to: Partial<Person>) => void
  remove: () => void
}

/** One traveler of the party. A refusal names the field by its id: `travelers.0.birth_date`. */
export const PersonFields = ({ nth, person, count, change, remove }: Props) => {
  const say = useSay()
  const title = say(`旅客 ${nth + 1}`, `Traveler ${nth + 1}`)
  const shared = { nth, person, change }
  return (
    <fieldset className={`${css.person} ${formGroupsCss.pair}`}>
      <legend>{title}</legend>
      {count > 1 && (
        <button
          type="button"
          className="button plain square"
          {...iconName(say(`移除旅客 ${nth + 1}`, `Remove traveler ${nth + 1}`))}
          onClick={remove}
        >
          <X width={14} height={14} />
        </button>
      )}
      <Text {...shared} name="name" label={say('姓名', 'Name')} required maxLength={100} />
      <Chosen
        {...shared}
        name="gender"
        label={say(...label.gender)}
        options={[['', '—'], ...choicesOf(say, genderWords)]}
      />
      <Text {...shared} name="surname_en" label={say(...label.surname_en)} placeholder="WANG" />
      <Text {...shared} name="given_name_en" label={say(...label.given_name_en)} placeholder="HSIAO-MEI" />
      <Text {...shared} name="birth_date" label={say(...label.birth_date)} placeholder="1980-05-21" />
      <Chosen {...shared} name="room" label={say(...label.roommate_group)} options={roomOptions(say, count)} />
      <Chosen {...shared} name="bed" label={say(...label.bed)} options={bedChoices(say)} />
    </fieldset>
  )
}

/** The choices of rooms: as many as there are travelers. */
const roomOptions = (say: Say, count: number) => [
  ['', say('未定', 'Not decided')] as const,
  ...Array.from({ length: count }, (_none, nth) => {
    const letter = roomLetter(nth)
    return [letter, say(`${letter} 房`, `Room ${letter}`)] as const
  }),
]

type OfPerson = Pick<Props, 'nth' | 'person' | 'change'> & { label: string; name: keyof Person }
type TextProps = OfPerson & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'onChange'>

const Text = ({ nth, person, change, label, name, ...input }: TextProps) => (
  <Around id={`travelers.${nth}.${name}`} label={label}>
    {({ name: _unsent, ...described }) => (
      <input
        className="input"
        {...described}
        {...input}
        value={person[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    )}
  </Around>
)

type ChosenProps = OfPerson & { options: readonly (readonly [value: string, words: string])[] }

const Chosen = ({ nth, person, change, label, name, options }: ChosenProps) => (
  <Around id={`travelers.${nth}.${name}`} label={label}>
    {({ name: _unsent, ...described }) => (
      <select
        className="input"
        {...described}
        value={person[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    )}
  </Around>
)
