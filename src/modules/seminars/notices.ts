import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { notify } from '../notifications/notify.ts'
import { concernedBy, guestsOf, invitedTo, namedIn } from './people.ts'

/** Notifies the briefing leader. */
export async function notifyBriefingLeader(tx: Tx, named: Events['seminar.leader-named']) {
  const { seminar_id, tour_leader_id: leader, actor_id: except } = named
  const { title, title_en } = await namedIn(tx, seminar_id)
  await notify(tx, {
    who: [{ leader }],
    event: 'seminar.leader-named',
    params: { title, title_en: title_en ?? title },
    about: { type: 'seminar', id: seminar_id },
    except,
  })
}

/** Invites travelers by their contacts and, if they have an address of their own, directly; guests by mail. */
export async function notifyOfInvitation(tx: Tx, invited: Events['seminar-session.invited']) {
  const { session_id, attendances, actor_id: except } = invited
  const about = { type: 'seminar_session', id: session_id }
  for (const { people: who, guests, ...params } of await invitedTo(tx, session_id, attendances)) {
    await notify(tx, { who, event: 'seminar-session.invited', params, about, except })
    for (const attendance_id of guests) enqueue(tx, 'seminars.guest', { attendance_id, about: 'invited' })
  }
}

/** Mails the guests of a session. */
export async function mailGuests(tx: Tx, { session_id, what }: Events['seminar-session.changed']) {
  for (const { id } of await guestsOf(tx, session_id)) enqueue(tx, 'seminars.guest', { attendance_id: id, about: what })
}

/** Notifies the organizer, the briefing leader and the contacts of the attendees when a session changes. */
export async function notifyOfSession(tx: Tx, { session_id, actor_id, what }: Events['seminar-session.changed']) {
  for (const { people, title_en, ...session } of await concernedBy(tx, session_id))
    await notify(tx, {
      who: people,
      event: `seminar-session.${what}`,
      params: { ...session, title_en: title_en ?? session.title },
      about: { type: 'seminar_session', id: session_id },
      except: actor_id,
    })
}
