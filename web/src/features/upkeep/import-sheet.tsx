import type { ImportKind } from 'guidon-sdk'
import { useId } from 'react'
import { plural, useSay } from '../../kit/words.ts'
import css from './import.module.css'
import type { SheetAnswer, ShownSheet } from './import-answers.ts'
import { WordMapping } from './import-words.tsx'

type Look = (as: { kind: SheetAnswer['kind']; heading_row: number | undefined }) => unknown
type Props = {
  shown: ShownSheet
  answer: SheetAnswer
  kinds: ImportKind[]
  change: (answer: SheetAnswer) => unknown
  look: Look
}

/** One sheet: what it holds, in which row its headings stand, and which column each of them is. */
export const SheetMapping = ({ shown, answer, kinds, change, look }: Props) => {
  const say = useSay()
  const id = useId()
  const kind = kinds.find(({ code }) => code === answer.kind)
  return (
    <section className={css.sheet} aria-labelledby={id}>
      <h3 id={id}>
        {shown.sheet}
        <span className="sub">{say(`${shown.lines} 列`, plural(shown.lines, 'line'))}</span>
      </h3>
      <div className={css.asked}>
        <label>
          {say('這張工作表是', 'This sheet holds')}
          <select
            className="input"
            value={answer.kind ?? ''}
            onChange={({ target }) =>
              look({ kind: (target.value || null) as SheetAnswer['kind'], heading_row: undefined })
            }
          >
            <option value="">{say('不匯入這張', 'Nothing to import')}</option>
            {kinds.map(({ code, label, label_en }) => (
              <option key={code} value={code}>
                {say(label, label_en)}
              </option>
            ))}
          </select>
        </label>
        {kind && (
          <label>
            {say('欄位名稱在', 'Its headings are in')}
            <select
              className="input"
              value={shown.heading_row}
              onChange={({ target }) => look({ kind: kind.code, heading_row: shown.rows[target.selectedIndex]?.row })}
            >
              {shown.rows.map(({ row, cells }) => (
                <option key={row} value={row}>
                  {say(`第 ${row} 列：`, `Row ${row}: `)}
                  {cells
                    .filter((cell) => cell !== '')
                    .slice(0, 5)
                    .join('、')
                    .slice(0, 60)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {kind && <Columns shown={shown} answer={answer} kind={kind} change={change} />}
      {kind && shown.words.length > 0 && <WordMapping shown={shown} answer={answer} kind={kind} change={change} />}
    </section>
  )
}

type ColumnsProps = { shown: ShownSheet; answer: SheetAnswer; kind: ImportKind; change: Props['change'] }

const Columns = ({ shown, answer, kind, change }: ColumnsProps) => {
  const say = useSay()
  const taken = Object.values(answer.columns)
  const missing = kind.columns.filter(({ code, is_required }) => is_required && !taken.includes(code))
  return (
    <>
      <table
        className={`table as-cards ${css.mapping}`}
        aria-label={say(`${shown.sheet}的欄位`, `Columns of ${shown.sheet}`)}
      >
        <thead>
          <tr>
            <th scope="col">{say('檔案的欄位', 'In the file')}</th>
            <th scope="col">{say('例', 'Examples')}</th>
            <th scope="col">{say('對應到', 'Is')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.columns.map(({ heading, is_guess, examples, column }) => {
            const is = answer.columns[heading] ?? ''
            return (
              <tr key={heading}>
                <td>
                  <b>{heading}</b>
                </td>
                <td className="soft small">{examples.join('、')}</td>
                <td>
                  <select
                    className="input"
                    aria-label={say(`「${heading}」對應到`, `“${heading}” is`)}
                    value={is}
                    onChange={({ target }) =>
                      change({ ...answer, columns: { ...answer.columns, [heading]: target.value } })
                    }
                  >
                    <option value="">{say('不匯入', 'Leave out')}</option>
                    {kind.columns.map(({ code, label, label_en, is_required }) => (
                      <option key={code} value={code} disabled={code !== is && taken.includes(code)}>
                        {say(label, label_en)}
                        {is_required && ' *'}
                      </option>
                    ))}
                  </select>
                  {is_guess && is === column && (
                    <span className="sub">
                      {is === ''
                        ? say('沒有相近的欄位', 'No column is like it')
                        : say('依名稱猜測，請確認', 'A guess by its name: check it')}
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {missing.length > 0 && (
        <p className="small within late">
          {say('還缺必填的欄位：', 'Required columns are missing: ')}
          {missing.map(({ label, label_en }) => say(label, label_en)).join(say('、', ', '))}
        </p>
      )}
    </>
  )
}
