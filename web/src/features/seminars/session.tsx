import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { deleteSession, type SeminarSession, type SessionAttendance, sendSessionInvitations } from 'guidon-sdk'
import { attendanceStatusWords, seminarStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import ArrowLeft from '~icons/lucide/arrow-left'
import Plus from '~icons/lucide/plus'
import Send from '~icons/lucide/send'
import { refresh } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { locale, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { Way } from '../papers/shared/papers.tsx'
import { Door } from './door.tsx'
import { GuestSheet } from './guest-sheet.tsx'
import css from './page.module.css'
import { People } from './people.tsx'
import { mayEdit, timesOf, usePeople, useSession } from './queries.ts'
import { statusHues, titleOf } from './words.ts'

const SessionSheet = lazy(() => import('./session-sheet.tsx'))

/** One session: who is invited, who registered, and the check-in. */
export default function OneSession() {
  const say = useSay()
  const id = Number(useParams({ from: '/signed-in/sessions/$id' }).id)
  const { tab } = useSearch({ from: '/signed-in/sessions/$id' })
  const { data: session } = useSession(id)
  const { data: people } = usePeople(id)
  if (!session || !people) return <Loading />
  return (
    <div className={`page ${css.session}`}>
      <Heading session={session} />
      <Counts people={people} capacity={session.capacity} />
      <nav className="tabs" aria-label={say('這一場的頁面', 'Pages of this session')}>
        <Link
          to="/sessions/$id"
          params={{ id: String(id) }}
          search={{}}
          activeOptions={{ explicitUndefined: true, exact: true }}
        >
          {say('名單', 'People')}
        </Link>
        <Link to="/sessions/$id" params={{ id: String(id) }} search={{ tab: 'door' }}>
          {say('報到', 'Check-in')}
        </Link>
      </nav>
      {tab === 'door' ? <Door people={people} /> : <Listed session={session} people={people} />}
    </div>
  )
}

const Heading = ({ session }: { session: SeminarSession }) => {
  const say = useSay()
  const { seminar, venue, address, online_url, status } = session
  const sheet = `/api/sessions/${session.id}/attendance-sheet`
  return (
    <header className="heading">
      <Link className="back" to="/seminars/$id" params={{ id: String(seminar.id) }}>
        <ArrowLeft width={15} height={15} />
        {titleOf(say, seminar)}
      </Link>
      <div className="line">
        <h1>{timesOf(session)}</h1>
        <span className={`badge ${statusHues[status]}`}>{say(...seminarStatusWords[status])}</span>
      </div>
      <p className="soft">
        {[venue, address].filter(Boolean).join('・')}
        {online_url && (
          <a className="link" href={online_url} target="_blank" rel="noreferrer">
            {say('線上會議', 'Online')}
          </a>
        )}
      </p>
      <p className="ways">
        <Way href={`${sheet}?locale=${locale.now()}`}>{say('簽到表（PDF）', 'Attendance sheet (PDF)')}</Way>
      </p>
    </header>
  )
}

const shown = ['attended', 'registered', 'invited', 'absent'] as const

const Counts = ({ people, capacity }: { people: SessionAttendance[]; capacity: number | null }) => {
  const say = useSay()
  return (
    <ul className={css.counts} aria-label={say('人數', 'Attendance')}>
      {shown.map((status) => (
        <li key={status}>
          <b>{people.filter((each) => each.status === status).length}</b>
          {say(...attendanceStatusWords[status])}
        </li>
      ))}
      {capacity !== null && (
        <li>
          <b>{capacity}</b>
          {say('名額', 'Seats')}
        </li>
      )}
    </ul>
  )
}

type Props = { session: SeminarSession; people: SessionAttendance[] }

const Listed = ({ session, people }: Props) => {
  const say = useSay()
  const me = useMe()
  return (
    <>
      {mayEdit(me) && <Actions session={session} />}
      <section className="card" aria-label={say('名單', 'People')}>
        {people.length === 0 && <Empty>{say('名單上還沒有人', 'Nobody is on the list yet')}</Empty>}
        {people.length > 0 && <People people={people} />}
      </section>
    </>
  )
}

const Actions = ({ session }: { session: SeminarSession }) => {
  const say = useSay()
  const [open, setOpen] = useState<'guest' | 'session'>()
  const invite = useWrite({
    send: (_, guidon) => sendSessionInvitations(guidon, session.id),
    says: ({ invited, unreached }) => ({
      title: say(`已邀請 ${invited} 位`, `${invited} invited`),
      ...(unreached.length > 0 && {
        body: say(
          `其中 ${unreached.map(({ name }) => name).join('、')} 沒有已確認的信箱，收不到邀請，請以電話通知。`,
          `No confirmed mail address: ${unreached.map(({ name }) => name).join(', ')}. Please call them; they do not get the invitation.`,
        ),
      }),
    }),
    tellsRefusal: [
      '無法連線，不確定邀請是否已寄出；再按一次不會重複寄送。',
      'Cannot connect. The invitations may have been sent; pressing again does not send them twice.',
    ],
    changes: ['sessions'],
  })
  return (
    <div className={css.actions}>
      <button type="button" className="button main" disabled={invite.isPending} onClick={() => invite.mutate()}>
        <Send />
        {say('邀請這些團的旅客', 'Invite the travelers')}
      </button>
      <button type="button" className="button" onClick={() => setOpen('guest')}>
        <Plus />
        {say('新增來賓', 'Add a guest')}
      </button>
      <button type="button" className="button" onClick={() => setOpen('session')}>
        {say('修改場次', 'Change')}
      </button>
      <Removal session={session} />
      {open === 'guest' && <GuestSheet session={session.id} close={() => setOpen(undefined)} />}
      {open === 'session' && (
        <Suspense>
          <SessionSheet seminar={session.seminar.id} session={session} close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

const Removal = ({ session: { id, version, seminar } }: { session: SeminarSession }) => {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => deleteSession(guidon, id, { version }),
    done: async () => {
      await navigate({ to: '/seminars/$id', params: { id: String(seminar.id) } })
      refresh('seminars')
    },
    tellsRefusal: ['刪除失敗。', 'Not removed.'],
  })
  return (
    <ConfirmButton
      words={say('刪除', 'Remove')}
      sure={say('確定刪除？', 'Remove it?')}
      act={mutate}
      disabled={isPending}
    />
  )
}
