import { blockKindWords } from 'guidon-sdk/words'
import CalendarDays from '~icons/lucide/calendar-days'
import { daysBetween, plainDay, shortDay, timeOf, today } from '../../kit/days.ts'
import { plural, useSay } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import css from './agenda.module.css'
import { type Block, blockHues, keyOf } from './schedule.ts'

/** One leader's schedule as a list, for the leader's phone. */
export const Agenda = ({ blocks }: { blocks: Block[] }) => {
  const say = useSay()
  const shown = blocks.filter(({ kind }) => kind !== 'rest')
  if (shown.length === 0) return <Empty icon={CalendarDays}>{say('沒有安排', 'Nothing scheduled')}</Empty>
  return (
    <ol className={css.agenda} aria-label={say('行程安排', 'Schedule')}>
      {shown.map((block) => (
        <Item key={keyOf(block)} block={block} />
      ))}
    </ol>
  )
}

const Item = ({ block }: { block: Block }) => {
  const say = useSay()
  const { kind, subject, title, title_en, place, place_en, starts_on, ends_on, starts_at, ends_at } = block
  const days = daysBetween(starts_on, ends_on) + 1
  return (
    <li className={`${blockHues[kind]} ${ends_on < today() ? css.past : ''}`}>
      <span className={css.when}>
        <b>{shortDay(starts_on)}</b>
        <span className="small soft">
          {starts_at && ends_at ? `${timeOf(starts_at)}–${timeOf(ends_at)}` : say(`${days} 天`, plural(days, 'day'))}
        </span>
      </span>
      <span>
        <SubjectLink subject={subject}>{say(title, title_en)}</SubjectLink>
        <span className="small soft line">
          {say(...blockKindWords[kind])}
          {place && `・${say(place, place_en ?? place)}`}
          {starts_on !== ends_on && `・${say(`至 ${plainDay(ends_on)}`, `until ${plainDay(ends_on)}`)}`}
        </span>
      </span>
    </li>
  )
}
