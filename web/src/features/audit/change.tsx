import type { Audit } from 'guidon-sdk'
import { auditActionWords } from 'guidon-sdk/words'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { actionHues, nameOfTable, subjectOf } from '../../ui/forms/changes/words.ts'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { type Act, actsOf } from './acts.ts'
import css from './page.module.css'
import { Differences } from './shared/differences.tsx'

/** Changes, by the acts that made them. */
export default function Acts({ rows }: { rows: Audit[] }) {
  return (
    <ol className={css.changes}>
      {actsOf(rows).map((act) => (
        <ActRow key={act.id} act={act} />
      ))}
    </ol>
  )
}

/** One act: who, when, and each record that it has changed with the first and the last value of its fields. */
const ActRow = ({ act: { net, steps } }: { act: Act }) => {
  const say = useSay()
  return (
    <li>
      {net.map((change, nth) => (
        <div key={change.id} className={css.change}>
          <ChangeLine change={change} isFirst={nth === 0} />
          <Differences change={change} />
        </div>
      ))}
      {steps.length > net.length && (
        <details className={css.steps}>
          <summary className="small soft">
            {say(`系統的 ${steps.length} 個步驟`, plural(steps.length, 'step of the service', 'steps of the service'))}
          </summary>
          {steps.map((step) => (
            <div key={step.id} className={css.change}>
              <ChangeLine change={step} isFirst={false} />
              <Differences change={step} />
            </div>
          ))}
        </details>
      )}
    </li>
  )
}

const ChangeLine = ({ change, isFirst }: { change: Audit; isFirst: boolean }) => {
  const say = useSay()
  const { action, actor_name, created_at, record, record_id, table_name } = change
  return (
    <p className="line">
      {isFirst && <b>{actor_name ?? say('系統', 'The service')}</b>}
      <span className={`badge ${actionHues[action]}`}>{say(...auditActionWords[action])}</span>
      <SubjectLink subject={subjectOf(table_name, record_id)}>
        {[nameOfTable(say, table_name), record && nameOf(say, record)].filter(Boolean).join(' ')}
      </SubjectLink>
      {isFirst && (
        <time className="small soft" dateTime={created_at} title={fromNow(created_at)}>
          {dayAndTime(created_at)}
        </time>
      )}
    </p>
  )
}
