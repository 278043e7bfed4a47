import type { PlannedTripPreview } from 'guidon-sdk'
import Check from '~icons/lucide/check'
import { pageOf, SubjectLink } from '../../ui/subject-link.tsx'

type Props = {
  broke: PlannedTripPreview['broke']
  /** If nothing is. */
  none: string
  /** Above the list. */
  title: string
}

/** What a step or new dates leave undone, with the way to each record. */
export const Broke = ({ broke, none, title }: Props) => {
  if (broke.length === 0)
    return (
      <p className="all-fine">
        <Check />
        {none}
      </p>
    )
  return (
    <section className="broke" aria-label={title}>
      <p className="soft">{title}</p>
      <ul>
        {broke.map(({ kind, says, count, subjects }) => (
          <li key={kind + says}>
            <b>{says}</b>
            {count > 1 && <span className="count"> {count}</span>}
            {subjects.some(pageOf) && (
              <p className="small">
                {subjects.filter(pageOf).map((subject) => (
                  <SubjectLink key={subject.id} subject={subject}>{`#${subject.id}`}</SubjectLink>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
