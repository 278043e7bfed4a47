import { Link } from '@tanstack/react-router'
import type { Import } from 'guidon-sdk'
import { importStatusWords } from 'guidon-sdk/words'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { importHues } from './status.ts'

/** The latest imports; each opens its report. */
export const Past = ({ imports, current }: { imports: Import[]; current: number | undefined }) => {
  const say = useSay()
  return (
    <Card title={say('最近的匯入', 'Latest imports')}>
      <table className="table as-cards">
        <tbody>
          {imports.map(({ id, file_name, status, created, created_at, imported_by_name }) => (
            <tr key={id} aria-current={id === current || undefined}>
              <td>
                <Link className="row-link" to="/upkeep/import" search={{ id }}>
                  {file_name}
                </Link>
                <span className="sub">
                  {imported_by_name}{' '}
                  <time dateTime={created_at} title={dayAndTime(created_at)}>
                    {fromNow(created_at)}
                  </time>
                </span>
              </td>
              <td className="number">{status === 'done' && say(`新增 ${created} 筆`, `${created} added`)}</td>
              <td>
                <span className={`badge ${importHues[status]}`}>{say(...importStatusWords[status])}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
