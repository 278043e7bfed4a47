import { Link } from '@tanstack/react-router'
import type { SeminarSession } from 'guidon-sdk'
import { seminarKindWords, seminarStatusWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'
import { timesOf } from './queries.ts'
import { statusHues } from './status.ts'
import { titleOf } from './title.ts'

/** A session in a list; `isAlone` in the list of one seminar, where the title is left out. */
export const SessionRow = ({ row, isAlone = false }: { row: SeminarSession; isAlone?: boolean }) => {
  const say = useSay()
  const { seminar, venue, online_url, status, attendances, seats, capacity } = row
  return (
    <tr>
      <td>
        <Link className="row-link" to="/sessions/$id" params={{ id: String(row.id) }}>
          {timesOf(row)}
        </Link>
      </td>
      {!isAlone && (
        <td>
          {titleOf(say, seminar)}
          <span className="sub">{say(...seminarKindWords[seminar.kind])}</span>
        </td>
      )}
      <td>{venue ?? (online_url ? say('線上', 'Online') : '')}</td>
      <td>
        <span className={`badge ${statusHues[status]}`}>{say(...seminarStatusWords[status])}</span>
      </td>
      <td className="number">
        <b>{attendances.attended}</b>／{seats.taken}
        {capacity !== null && <span className="sub">{say(`名額 ${capacity}`, `${capacity} seats`)}</span>}
      </td>
    </tr>
  )
}
