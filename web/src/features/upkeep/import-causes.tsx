import type { getImport } from 'guidon-sdk'
import { plural, useSay, type Words } from '../../kit/words.ts'
import css from './import.module.css'

type Shown = Awaited<ReturnType<typeof getImport>>
type Props = { causes: Shown['causes']; columns: ReadonlyMap<string, string> }

/** What is wrong, those of most lines first: the same fault of many lines is one row. */
export const Causes = ({ causes, columns }: Props) => {
  const say = useSay()
  return (
    <table className={`table as-cards ${css.problems}`} aria-label={say('未通過的原因', 'Why lines are refused')}>
      <thead>
        <tr>
          <th scope="col">{say('影響', 'Lines')}</th>
          <th scope="col">{say('欄位', 'Column')}</th>
          <th scope="col">{say('原因', 'Reason')}</th>
        </tr>
      </thead>
      <tbody>
        {causes.map(({ sheet, column, code, message, lines, first, words }) => (
          <tr key={`${sheet} ${column} ${code} ${message}`}>
            <td>
              <b>{say(`${lines} 列`, plural(lines, 'line'))}</b>
              <span className="sub">
                {sheet}
                {first.length > 0 && say(`：第 ${first.join('、')} 列`, `: ${first.join(', ')}`)}
                {lines > first.length && say('等', ' …')}
              </span>
            </td>
            <td>{column && <mark className={css.cell}>{columns.get(column) ?? column}</mark>}</td>
            <td>
              {message}
              {words.length > 0 && (
                <span className="sub">
                  {say('檔案寫的：', 'In the file: ')}
                  {words
                    .slice(0, 10)
                    .map(({ word, lines }) => `${word}（${lines}）`)
                    .join('、')}
                  {words.length > 10 && say('等', ' …')}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What was set right without asking. */
export const Repairs = ({ repairs, columns }: { repairs: Shown['repairs']; columns: Props['columns'] }) => {
  const say = useSay()
  const done: Record<Shown['repairs'][number]['code'], Words> = {
    zero: ['補回電話開頭的 0', 'The leading zero of telephone numbers was put back'],
    title: ['去掉姓名後的稱謂', 'Titles behind names were taken away'],
    phone: ['姓名裡的電話移到電話欄', 'Telephone numbers beside names were moved to their column'],
  }
  return (
    <ul className={css.repairs} aria-label={say('自動修正', 'Set right')}>
      {repairs.map(({ sheet, column, code, cells }) => (
        <li key={`${sheet} ${column} ${code}`}>
          {say(...done[code])}
          {say('：', ': ')}
          {sheet} {columns.get(column) ?? column} <b>{say(`${cells} 格`, plural(cells, 'cell'))}</b>
        </li>
      ))}
    </ul>
  )
}
