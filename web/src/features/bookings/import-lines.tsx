import type { TravelerImport } from 'guidon-sdk'
import { importResultWords, travelerCheckWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'
import { nameOfField } from '../../ui/forms/changes/words.ts'
import css from './import-lines.module.css'

type Line = TravelerImport['lines'][number]
const hues: Record<Line['result'], string> = { created: 'turn-done', unchanged: 'turn-over', refused: 'turn-late' }

/** What happens with each line of the file, and why a line is refused. */
export default function ImportLines({ lines }: { lines: Line[] }) {
  const say = useSay()
  return (
    <ol className={css.importLines} aria-label={say('每一列的結果', 'Result of each line')}>
      {lines.map(({ line, name, result, checks, errors }) => (
        <li key={line}>
          <span className="soft small">{line}</span>
          <b>{name}</b>
          <span className={`badge ${hues[result]}`}>{say(...importResultWords[result])}</span>
          {Object.entries(errors).map(([field, words]) => (
            <p key={field} className="small late">
              {nameOfField(say, field)}：{String(words)}
            </p>
          ))}
          {checks.length > 0 && (
            <p className="small soft">
              {checks.map((check) => say(...travelerCheckWords[check])).join(say('、', ', '))}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
