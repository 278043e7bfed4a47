import { updatePlannedTripDeadline } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { deadlineOwnerWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import Clock from '~icons/lucide/clock'
import { shortDay } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { editsTrips, ticksDeadlines } from '../../../kit/roles.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { AddButton, EditButton } from '../../../ui/row-buttons.tsx'
import type { Deadline, Trip } from '../queries.ts'
import css from './deadlines.module.css'

const DeadlineSheet = lazy(() => import('./deadline-sheet.tsx'))

/** What has to be done, until when and by whom; deadlines can be marked as done here. */
export const Deadlines = ({ trip: { id, status, deadlines } }: { trip: Trip }) => {
  const say = useSay()
  const isEditor = editsTrips(useMe())
  const [open, setOpen] = useState<number | 'new'>()
  const left = deadlines.filter(({ is_open }) => is_open).length
  const isOff = status === 'cancelled'
  return (
    <Card
      title={say(...label.deadlines)}
      anchor="deadlines"
      count={left || undefined}
      aside={isEditor && !isOff && <AddButton words={['新增期限', 'Add a deadline']} act={() => setOpen('new')} />}
    >
      {isOff && deadlines.length > 0 && (
        <p className={`small soft ${css.ended}`}>
          {say('團已取消，期限不必再辦。', 'The trip is cancelled: its deadlines have ended.')}
        </p>
      )}
      {deadlines.length === 0 && <Empty icon={Clock}>{say('沒有期限', 'No deadlines')}</Empty>}
      <ul className={css.deadlines}>
        {deadlines
          .toSorted((a, b) => (a.due_on < b.due_on ? -1 : 1))
          .map((deadline) => (
            <Row
              key={deadline.id}
              trip={id}
              deadline={deadline}
              {...(isEditor && { edit: () => setOpen(deadline.id) })}
            />
          ))}
      </ul>
      <Suspense>
        {open && (
          <DeadlineSheet
            trip={id}
            deadline={deadlines.find((each) => each.id === open)}
            close={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}

const Row = ({
  trip,
  deadline: { id, label, label_en, owner, due_on, done_at, is_open, is_overdue, version },
  edit,
}: {
  trip: number
  deadline: Deadline
  edit?: () => void
}) => {
  const say = useSay()
  const me = useMe()
  const { mutate, isPending } = useWrite({
    send: (done: boolean, guidon) => updatePlannedTripDeadline(guidon, trip, id, { done }, { version }),
    queues: true,
    tellsRefusal: true,
    changes: ['trips'],
  })
  return (
    <li className={is_open ? '' : css.done}>
      <label>
        <input
          type="checkbox"
          checked={done_at !== null}
          disabled={isPending || !ticksDeadlines(me) || !(is_open || done_at)}
          onChange={({ target }) => mutate(target.checked)}
        />
        {say(label, label_en)}
      </label>
      <span className="small soft">{say(...deadlineOwnerWords[owner])}</span>
      <time className={`small ${is_overdue ? 'late' : 'soft'}`} dateTime={due_on}>
        {is_overdue && say('已過 ', 'missed ')}
        {shortDay(due_on)}
      </time>
      {edit && <EditButton of={say(label, label_en)} act={edit} />}
    </li>
  )
}
