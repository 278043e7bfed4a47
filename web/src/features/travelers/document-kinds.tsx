import { documentKindWords } from 'guidon-sdk/words'
import { choicesOf } from '../../kit/choices.ts'
import { useSay } from '../../kit/words.ts'

type Props = { chosen: string[]; choose: (kinds: string[]) => void }

/** Which papers are asked for. */
export const DocumentKinds = ({ chosen, choose }: Props) => {
  const say = useSay()
  return (
    <div className="checks">
      {choicesOf(say, documentKindWords).map(([kind, words]) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, kind] : chosen.filter((each) => each !== kind))
            }
          />
          {words}
        </label>
      ))}
    </div>
  )
}
