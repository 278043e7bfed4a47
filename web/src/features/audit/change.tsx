import type { Audit } from 'guidon-sdk'
import { auditActionWords } from 'guidon-sdk/words'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { actionHues, nameOfTable, subjectOf } from '../../ui/forms/changes/words.ts'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { Differences } from './shared/differences.tsx'

/** One change: who, when, which record, and the old and new value of each field. */
export const ChangeRow = ({ change }: { change: Audit }) => {
  const say = useSay()
  const { action, actor_name, created_at, record, record_id, table_name } = change
  return (
    <li>
      <p className="line">
        <b>{actor_name ?? say('系統', 'The service')}</b>
        <span className={`badge ${actionHues[action]}`}>{say(...auditActionWords[action])}</span>
        <SubjectLink subject={subjectOf(table_name, record_id)}>
          {[nameOfTable(say, table_name), record && nameOf(say, record)].filter(Boolean).join(' ')}
        </SubjectLink>
        <time className="small soft" dateTime={created_at} title={fromNow(created_at)}>
          {dayAndTime(created_at)}
        </time>
      </p>
      <Differences change={change} />
    </li>
  )
}
