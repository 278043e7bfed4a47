import type { LeaderUnavailability } from 'guidon-sdk'
import { clashWords } from 'guidon-sdk/words'
import { span } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { SubjectLink } from '../../../ui/subject-link.tsx'
import css from './clash-list.module.css'

type Clash = LeaderUnavailability['conflicts'][number]

/** Other assignments of a leader on the same days. */
export const ClashList = ({ clashes }: { clashes: readonly Clash[] }) => {
  const say = useSay()
  return (
    <ul className={css.clashList} aria-label={say('同時的安排', 'At the same time')}>
      {clashes.map((each) => (
        <li key={`${each.kind} ${each.subject.id} ${each.starts_on}`}>
          <span className={`badge ${each.blocks ? 'turn-late' : 'turn-customer'}`}>
            {say(...clashWords[each.clash])}
          </span>
          <SubjectLink subject={each.subject}>{say(each.title, each.title_en)}</SubjectLink>
          <span className="small soft">{span(each.starts_on, each.ends_on)}</span>
        </li>
      ))}
    </ul>
  )
}
