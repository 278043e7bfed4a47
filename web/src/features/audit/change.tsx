import type { Audit } from 'guidon-sdk'
import { auditActionWords } from 'guidon-sdk/words/audit-action'
import { useState } from 'react'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { valueIn } from '../../ui/forms/changes/values.ts'
import { actionHues, nameOfField, nameOfTable, subjectOf } from '../../ui/forms/changes/words.ts'
import { SubjectLink } from '../../ui/subject-link.tsx'

const SHOWN = 6

/** One change: who, when, which record, and each field from what to what. */
export const ChangeRow = ({ change }: { change: Audit }) => {
  const say = useSay()
  const { action, actor_name, created_at, record_id, table_name } = change
  return (
    <li>
      <p className="line">
        <b>{actor_name ?? say('系統', 'The service')}</b>
        <span className={`badge ${actionHues[action]}`}>{say(...auditActionWords[action])}</span>
        <SubjectLink subject={subjectOf(table_name, record_id)}>
          {`${nameOfTable(say, table_name)} #${record_id}`}
        </SubjectLink>
        <time className="small soft" dateTime={created_at} title={fromNow(created_at)}>
          {dayAndTime(created_at)}
        </time>
      </p>
      <Differences change={change} />
    </li>
  )
}

const Differences = ({ change: { changes, action } }: { change: Audit }) => {
  const say = useSay()
  const [isLong, setLong] = useState(false)
  const told = Object.entries(changes).filter(([field, [was, is]]) => !hidden.has(field) && (was ?? is ?? '') !== '')
  const shown = isLong ? told : told.slice(0, SHOWN)
  if (told.length === 0) return null
  return (
    <>
      <dl className="differences">
        {shown.map(([field, [was, is]]) => (
          <div key={field}>
            <dt>{nameOfField(say, field)}</dt>
            <dd>
              {action !== 'created' && <Was value={valueIn(say, field, was)} />}
              {action === 'changed' && <span aria-hidden="true"> → </span>}
              {action !== 'removed' && <Is value={valueIn(say, field, is)} />}
            </dd>
          </div>
        ))}
      </dl>
      {told.length > SHOWN && (
        <button type="button" className="button plain small" onClick={() => setLong(!isLong)}>
          {isLong ? say('收合', 'Less') : say(`還有 ${told.length - SHOWN} 項`, `${told.length - SHOWN} more`)}
        </button>
      )}
    </>
  )
}

/** What the service counts and marks by itself. */
const hidden = new Set(['id', 'version', 'created_at', 'updated_at'])

const Was = ({ value }: { value: string }) => {
  const say = useSay()
  return (
    <del>
      <span className="unseen">{say('原為 ', 'from ')}</span>
      {value}
    </del>
  )
}

const Is = ({ value }: { value: string }) => {
  const say = useSay()
  return (
    <ins>
      <span className="unseen">{say('改為 ', 'to ')}</span>
      {value}
    </ins>
  )
}
