import NotebookPen from '~icons/lucide/notebook-pen'
import UsersRound from '~icons/lucide/users-round'
import { dayAndTime, shortDay } from '../../../kit/days.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Ago } from '../ago.tsx'
import type { Road } from './parts.ts'
import css from './road.module.css'

/** Roll calls, with who was missing. */
export const RollCalls = ({ calls }: { calls: NonNullable<Road['roll_calls']> }) => {
  const say = useSay()
  return (
    <Card title={say('點名', 'Roll calls')} count={calls.length || undefined}>
      {calls.length === 0 && <Empty icon={UsersRound}>{say('還沒有點名', 'No roll calls yet')}</Empty>}
      <ul className={css.entries}>
        {calls.map(({ id, name, at, place, present, missing, author }) => (
          <li key={id}>
            <p className={css.line}>
              <b>{name}</b>
              <span className={`badge ${missing.length ? 'missing' : 'go'}`}>
                {missing.length
                  ? say(`${missing.length} 位未到`, `${missing.length} missing`)
                  : say(`${present.length} 位都到`, `all ${present.length} there`)}
              </span>
            </p>
            <p className="small soft">
              {dayAndTime(at)}
              {place && `・${place}`}・{nameOf(say, author)}
            </p>
            {missing.length > 0 && (
              <p className="small late">{missing.map(({ name }) => name).join(say('、', ', '))}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What the leader wrote about the days. */
export const DayNotes = ({ notes }: { notes: NonNullable<Road['day_notes']> }) => {
  const say = useSay()
  return (
    <Card title={say('團中日誌', 'Notes of the days')} count={notes.length || undefined}>
      {notes.length === 0 && <Empty icon={NotebookPen}>{say('還沒有日誌', 'No notes yet')}</Empty>}
      <ul className={css.entries}>
        {notes.map(({ id, day, text, author, created_at, is_former_leader }) => (
          <li key={id}>
            <p className={css.line}>
              <b>{shortDay(day)}</b>
              <span className="small soft">
                {nameOf(say, author)}・<Ago at={created_at} />
              </span>
            </p>
            <p className={css.words}>{text}</p>
            {is_former_leader && (
              <p className="small soft">{say('由前任領隊記錄，請判斷。', 'Written by a former leader: judge it.')}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
