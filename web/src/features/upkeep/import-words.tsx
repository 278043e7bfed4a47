import type { ImportKind } from 'guidon-sdk'
import { plural, useSay } from '../../kit/words.ts'
import css from './import.module.css'
import type { SheetAnswer, ShownSheet } from './import-answers.ts'

type Props = {
  shown: ShownSheet
  answer: SheetAnswer
  kind: ImportKind
  change: (answer: SheetAnswer) => unknown
}
type Word = ShownSheet['words'][number]

/** Words that a column does not know: each is answered once, for all of its lines. */
export const WordMapping = ({ shown, answer, kind, change }: Props) => {
  const say = useSay()
  const columnOf = (code: string) => kind.columns.find((column) => column.code === code)
  const answerWith = ({ column, word }: Word, means: string | undefined) => {
    const { [word]: _before, ...others } = answer.words[column] ?? {}
    change({
      ...answer,
      words: { ...answer.words, [column]: means === undefined ? others : { ...others, [word]: means } },
    })
  }
  return (
    <table
      className={`table as-cards ${css.mapping}`}
      aria-label={say(`${shown.sheet}的用語`, `Words of ${shown.sheet}`)}
    >
      <thead>
        <tr>
          <th scope="col">{say('檔案寫的', 'In the file')}</th>
          <th scope="col">{say('欄位', 'Column')}</th>
          <th scope="col">{say('意思是', 'Means')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.words.map((word) => {
          const column = columnOf(word.column)
          return (
            <tr key={`${word.column} ${word.word}`}>
              <td>
                <mark className={css.cell}>{word.word}</mark>
                {word.lines > 0 && <span className="sub">{say(`${word.lines} 列`, plural(word.lines, 'line'))}</span>}
              </td>
              <td>{column && say(column.label, column.label_en)}</td>
              <td>
                <Meaning
                  word={word}
                  choices={shown.choices.find((one) => one.column === word.column)?.choices ?? []}
                  means={answer.words[word.column]?.[word.word]}
                  change={(means) => answerWith(word, means)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type MeaningProps = {
  word: Word
  choices: { value: string; label: string }[]
  means: string | undefined
  change: (means: string | undefined) => unknown
}

const UNANSWERED = '?'

const Meaning = ({ word: { word }, choices, means, change }: MeaningProps) => {
  const say = useSay()
  const name = say(`「${word}」的意思`, `What “${word}” means`)
  if (!choices.length)
    return (
      <input
        className="input"
        aria-label={name}
        value={means ?? ''}
        placeholder={say('正確的內容', 'What it should be')}
        onChange={({ target }) => change(target.value === '' ? undefined : target.value)}
      />
    )
  return (
    <select
      className="input"
      aria-label={name}
      value={means ?? UNANSWERED}
      onChange={({ target }) => change(target.value === UNANSWERED ? undefined : target.value)}
    >
      <option value={UNANSWERED}>{say('請選擇', 'Choose')}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      <option value="">{say('留空', 'Leave it empty')}</option>
    </select>
  )
}
