import type { PlannedTripPreview } from 'guidon-sdk'
import Check from '~icons/lucide/check'
import { useSay } from '../../kit/words.ts'
import { pageOf, SubjectLink } from '../../ui/subject-link.tsx'
import css from './broke.module.css'

type Props = {
  broke: PlannedTripPreview['broke']
  /** Shown if the list is empty. */
  none: string
  /** The heading of the list. */
  title: string
}

/** What remains open after a step or a change of dates, with a link to each record. */
export const Broke = ({ broke, none, title }: Props) => {
  const say = useSay()
  if (broke.length === 0)
    return (
      <p className={css.allFine}>
        <Check />
        {none}
      </p>
    )
  return (
    <section className={css.broke} aria-label={title}>
      <p className="soft">{title}</p>
      <ul>
        {broke.map(({ kind, says, count, subjects }) => (
          <li key={kind + says}>
            <b>{says}</b>
            {count > 1 && <span className="count"> {count}</span>}
            {subjects.some(pageOf) && (
              <p className="small">
                {subjects.filter(pageOf).map((subject) => (
                  <SubjectLink key={subject.id} subject={subject}>
                    {subject.name ?? say('查看', 'Open')}
                  </SubjectLink>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
