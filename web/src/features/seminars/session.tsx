import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { deleteSession, type SeminarSession, type SessionAttendance, sendSessionInvitations } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { attendanceStatusWords, seminarStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import ClipboardPaste from '~icons/lucide/clipboard-paste'
import FileText from '~icons/lucide/file-text'
import PhoneIncoming from '~icons/lucide/phone-incoming'
import Plus from '~icons/lucide/plus'
import Send from '~icons/lucide/send'
import Users from '~icons/lucide/users'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { locale, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { Heading } from '../../ui/heading.tsx'
import { removalOf } from '../../ui/removal.tsx'
import { Door } from './door.tsx'
import { GuestSheet } from './guest-sheet.tsx'
import css from './page.module.css'
import { People } from './people.tsx'
import { mayAsk, mayEdit, mayInvite, timesOf, useGuestEnquiries, usePeople, useSession } from './queries.ts'
import { statusHues } from './status.ts'
import { titleOf } from './title.ts'

const GuestListSheet = lazy(() => import('./guest-list-sheet.tsx'))
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
      <SessionHeading session={session} />
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

const SessionHeading = ({ session }: { session: SeminarSession }) => {
  const say = useSay()
  const isEditor = mayEdit(useMe())
  const { id, seminar, venue, address, online_url, status } = session
  const removal = useRemoval(session)
  return (
    <Heading
      back={
        <BackLink to="/seminars/$id" params={{ id: String(seminar.id) }}>
          {titleOf(say, seminar)}
        </BackLink>
      }
      title={timesOf(session)}
      badge={<span className={`badge ${statusHues[status]}`}>{say(...seminarStatusWords[status])}</span>}
      facts={
        <>
          {[venue, address].filter(Boolean).join('・')}
          {online_url && (
            <a className="link" href={online_url} target="_blank" rel="noreferrer">
              {say('線上會議', 'Online')}
            </a>
          )}
        </>
      }
      main={isEditor && <Edit>{(close) => <SessionSheet seminar={seminar.id} session={session} close={close} />}</Edit>}
      more={[
        {
          words: ['簽到表（PDF）', 'Attendance sheet (PDF)'],
          icon: FileText,
          href: `/api/sessions/${id}/attendance-sheet?locale=${locale.now()}`,
        },
        isEditor && removal,
      ]}
    />
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
          {say(...label.seats)}
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
      {mayInvite(me) && <Actions session={session} />}
      <section className="card" aria-label={say('名單', 'People')}>
        {people.length === 0 && <Empty icon={Users}>{say('名單上還沒有人', 'Nobody is on the list yet')}</Empty>}
        {people.length > 0 && <People people={people} />}
      </section>
    </>
  )
}

const Actions = ({ session }: { session: SeminarSession }) => {
  const say = useSay()
  const me = useMe()
  const asking = useGuestEnquiries(session.id)
  const [adding, setAdding] = useState<'one' | 'list'>()
  const close = () => setAdding(undefined)
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
      <button type="button" className="button" onClick={() => setAdding('one')}>
        <Plus />
        {say('新增來賓', 'Add a guest')}
      </button>
      <button type="button" className="button" onClick={() => setAdding('list')}>
        <ClipboardPaste />
        {say('從 Excel 貼上…', 'Paste from Excel…')}
      </button>
      {mayAsk(me) && (
        <button type="button" className="button" disabled={asking.isPending} onClick={() => asking.mutate([])}>
          <PhoneIncoming />
          {say('來賓轉為洽詢', 'Guests to enquiries')}
        </button>
      )}
      {adding === 'one' && <GuestSheet session={session.id} close={close} />}
      <Suspense>{adding === 'list' && <GuestListSheet session={session.id} close={close} />}</Suspense>
    </div>
  )
}

const useRemoval = (session: SeminarSession): Act => {
  const navigate = useNavigate()
  const { id, version, seminar } = session
  const when = timesOf(session)
  return removalOf({
    name: when,
    lost: [
      '這一場會消失，無法復原。名單上有人的場次不能刪除，請把狀態改為取消，他們會收到通知。',
      'The session is gone for good. One with people on its list cannot be removed: cancel it, and they are told.',
    ],
    remove: (guidon) => deleteSession(guidon, id, { version }),
    leave: () => navigate({ to: '/seminars/$id', params: { id: String(seminar.id) } }),
    changes: ['seminars'],
  })
}
