import { span } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import css from './board.module.css'
import { keyOf, type Line } from './schedule.ts'

// Rendering hundreds of rows would block the page.
const SHOWN = 20

/** Leaders with overlapping assignments or too few days between them. */
export const Clashes = ({ lines }: { lines: Line[] }) => {
  const say = useSay()
  const clashes = lines.flatMap(({ tour_leader, conflicts }) =>
    conflicts.map((conflict) => ({ tour_leader, ...conflict })),
  )
  if (clashes.length === 0) return null
  return (
    <Card title={say('衝突', 'Conflicts')} count={clashes.length}>
      <ul className={css.clashes}>
        {clashes.slice(0, SHOWN).map(({ tour_leader, clash, between }) => (
          <li key={`${tour_leader.id} ${between.map(keyOf)}`}>
            <span className="badge turn-late">
              {clash === 'rest' ? say('休息不足', 'Too little rest') : say('重疊', 'Overlap')}
            </span>
            <SubjectLink subject={{ type: 'tour_leader', id: tour_leader.id }}>{nameOf(say, tour_leader)}</SubjectLink>
            {between.map((block) => (
              <span key={keyOf(block)}>
                {say(block.title, block.title_en)}{' '}
                <span className="soft small">
                  {span(block.starts_on, block.ends_on)}
                  {block.override_reason && `・${block.override_reason}`}
                </span>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {clashes.length > SHOWN && (
        <p className="small soft">
          {say(`還有 ${clashes.length - SHOWN} 件，請選線別`, `and ${clashes.length - SHOWN} more: choose an area`)}
        </p>
      )}
    </Card>
  )
}
