import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Words } from '../../kit/words/words.ts'
import { accountsOf } from '../leader-calendar/people.ts'
import { notify } from '../notifications/actions.ts'
import { concernedBy, guestsOf, namedIn } from './people.ts'

/** Notifies the briefing leader. */
export const notifyBriefingLeader = async (tx: Tx, named: Events['seminar.leader-named']) => {
  const { seminar_id, tour_leader_id, actor_id } = named
  const { title, title_en } = await namedIn(tx, seminar_id)
  const people = await accountsOf(tx, tour_leader_id)
  await notify(
    tx,
    people.filter((person) => person !== actor_id),
    {
      event: 'seminar.leader-named',
      title: ['您已被指派主持說明會', 'You hold a seminar'],
      body: [title, title_en ?? title],
      subject: { type: 'seminar', id: seminar_id },
    },
  )
}

/** Mails the guests of a session. */
export const mailGuests = async (tx: Tx, { session_id, what }: Events['seminar-session.changed']) => {
  for (const { id } of await guestsOf(tx, session_id)) enqueue(tx, 'seminars.guest', { attendance_id: id, about: what })
}

/** Notifies the host, the briefing leader and the attendees with accounts of changes of a session. */
export const notifyOfSession = async (tx: Tx, { session_id, actor_id, what }: Events['seminar-session.changed']) => {
  for (const { title, title_en, time, venue, people } of await concernedBy(tx, session_id))
    await notify(
      tx,
      people.filter((person) => person !== actor_id),
      {
        event: `seminar-session.${what}`,
        title: titles[what],
        body: [said(title, time, venue), said(title_en ?? title, time, venue)],
        subject: { type: 'seminar_session', id: session_id },
      },
    )
}

const titles: Record<'moved' | 'cancelled', Words> = {
  moved: ['說明會時間或地點變更', 'A seminar session has moved'],
  cancelled: ['說明會場次取消', 'A seminar session is cancelled'],
}

const said = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(' · ')
