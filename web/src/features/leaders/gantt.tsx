import { Link } from '@tanstack/react-router'
import * as label from 'guidon-sdk/labels'
import { memo, Suspense, useEffect, useMemo, useState } from 'react'
import { addDays, type Day, daysBetween, monthName, plainDay, span, today } from '../../kit/days.ts'
import { inNextFrame, whenIdle } from '../../kit/idle.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { assignsLeaders } from '../../kit/roles.ts'
import { bracketed, nameOf, useSay } from '../../kit/words.ts'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { BarWords } from './bar-words.tsx'
import css from './board.module.css'
import { type Dragged, draggingOver } from './drag.ts'
import { DragHint } from './drag-hint.tsx'
import { type Block, blockHues, keyOf, type Line, withRest } from './schedule.ts'
import type { ScheduleFilter } from './search.ts'
import { columnsOf, DAYS, Unled, type UnledTrip } from './unled.tsx'

const DropSheet = lazy(() => import('./drop-sheet.tsx'))

type Props = { lines: Line[]; trips: UnledTrip[]; from: Day; filter: ScheduleFilter }

/** A column for each day, a line for each leader; the grid of the browser does the arithmetic. */
export const Gantt = ({ lines, trips, from, filter }: Props) => {
  const say = useSay()
  // The same groups as long as the lines are the same, so that none is drawn twice.
  const groups = useGrowing(useMemo(() => groupsOf(lines), [lines]))
  const now = daysBetween(from, today())
  const isNowShown = now >= 0 && now < DAYS
  const [dropped, drop] = useState<Dragged>()
  return (
    <section
      className={isNowShown ? `${css.gantt} ${css.withToday}` : css.gantt}
      style={{ '--days': DAYS, '--now': (now + 0.5) / DAYS } as React.CSSProperties}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
      aria-label={say('領隊排程，可左右捲動', 'Schedule; scrolls sideways')}
    >
      <Weeks from={from} />
      <div {...(assignsLeaders(useMe()) && draggingOver(drop))}>
        {trips.length > 0 && <Unled trips={trips} from={from} filter={filter} />}
        <ul>
          {groups.map((group) => (
            <Group key={group[0]?.tour_leader.id} lines={group} from={from} />
          ))}
        </ul>
      </div>
      <DragHint />
      <Suspense>{dropped && <DropSheet dropped={dropped} close={() => drop(undefined)} />}</Suspense>
    </section>
  )
}

const GROUP = 4

const groupsOf = (lines: Line[]) =>
  Array.from({ length: Math.ceil(lines.length / GROUP) }, (_, nth) => lines.slice(nth * GROUP, (nth + 1) * GROUP))

// What a screen shows at once.
const FIRST = 5
/** How many groups follow at once below the screen: each time costs a layout of the whole schedule, and more would delay a click. */
const MORE = 3

/** One more group in each frame until the screen is full. The rest follows while the browser has nothing else to do. */
const useGrowing = <T,>(all: T[]) => {
  const [count, setCount] = useState(1)
  useEffect(() => {
    if (count >= all.length) return
    return count < FIRST ? inNextFrame(() => setCount(count + 1)) : whenIdle(() => setCount(count + MORE))
  }, [count, all.length])
  return all.slice(0, count)
}

const Weeks = ({ from }: { from: Day }) => {
  const say = useSay()
  const mondays = Array.from({ length: DAYS / 7 }, (_, nth) => addDays(from, nth * 7))
  return (
    <div className={`line ${css.head}`} aria-hidden="true">
      <span className={css.who}>{say(...label.leader_id)}</span>
      <div className={css.track}>
        {mondays.map((monday, nth) => (
          <span key={monday} style={{ gridColumn: `${nth * 7 + 1} / span 7` }} title={monthName(monday)}>
            {plainDay(monday)}
          </span>
        ))}
      </div>
    </div>
  )
}

const Group = memo(({ lines, from }: { lines: Line[]; from: Day }) => (
  <>
    {lines.map((line) => (
      <LineOf key={line.tour_leader.id} line={line} from={from} />
    ))}
  </>
))

const LineOf = ({ line: { tour_leader, days_led, blocks, conflicts }, from }: { line: Line; from: Day }) => {
  const say = useSay()
  const clashing = new Set(conflicts.flatMap(({ between }) => between.map(keyOf)))
  return (
    <li className={conflicts.length ? `line ${css.clash}` : 'line'} data-leader={tour_leader.id}>
      <div className={css.who}>
        <Link to="/leaders/$id" params={{ id: String(tour_leader.id) }}>
          <b>{nameOf(say, tour_leader)}</b>
        </Link>
        <span className="tiny soft">{say(`帶團 ${days_led} 天`, `leads ${days_led} days`)}</span>
      </div>
      <div className={css.track}>
        {inOrder(withRest(blocks)).map((block) => (
          <BlockOf key={keyOf(block)} block={block} from={from} isClashing={clashing.has(keyOf(block))} />
        ))}
      </div>
    </li>
  )
}

type BlockProps = { block: Block; from: Day; isClashing: boolean }

const BlockOf = ({ block, from, isClashing }: BlockProps) => {
  const say = useSay()
  const { kind, subject, starts_on, ends_on, is_firm } = block
  const columns = columnsOf(from, starts_on, ends_on)
  if (!columns) return null
  const title = say(block.title, block.title_en)
  const words = `${title}${bracketed(say, span(starts_on, ends_on))}${isClashing ? say('，衝突', ', conflict') : ''}`
  return (
    <div
      className={`${css.block} ${blockHues[kind]} ${is_firm ? '' : css.tentative} ${isClashing ? css.clashing : ''}`}
      data-kind={kind}
      style={{ gridColumn: columns }}
      title={words}
      {...(kind === 'trip' && { 'data-trip': subject.id })}
    >
      {kind === 'rest' || kind === 'briefing' ? (
        <span className="unseen">{words}</span>
      ) : (
        <SubjectLink subject={subject}>
          {kind === 'trip' ? <BarWords title={title} day={starts_on} /> : title}
        </SubjectLink>
      )}
    </div>
  )
}

/** More important blocks are drawn on top. */
const layer = { rest: 0, unavailability: 1, trip: 2, briefing: 3 } as const
const inOrder = (blocks: Block[]) => blocks.toSorted((a, b) => layer[a.kind] - layer[b.kind])
