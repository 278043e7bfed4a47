import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { deleteSeminar, type GetSeminar } from 'guidon-sdk'
import { seminarKindWords, seminarStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import ArrowLeft from '~icons/lucide/arrow-left'
import Plus from '~icons/lucide/plus'
import { refresh } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Loading } from '../../ui/empty.tsx'
import { PagedRows } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { useNames } from '../../ui/names.ts'
import css from './page.module.css'
import { mayEdit, useSeminar, useSessionsOf } from './queries.ts'
import { SessionRow } from './session-row.tsx'
import { statusHues, titleOf } from './words.ts'

const SeminarSheet = lazy(() => import('./seminar-sheet.tsx'))
const SessionSheet = lazy(() => import('./session-sheet.tsx'))
const SessionsSheet = lazy(() => import('./sessions-sheet.tsx'))

/** One seminar, the trips it is for, and its sessions. */
export default function OneSeminar() {
  const id = Number(useParams({ from: '/signed-in/seminars/$id' }).id)
  const { data: seminar } = useSeminar(id)
  if (!seminar) return <Loading />
  return (
    <div className="page">
      <Heading seminar={seminar} />
      <Sessions seminar={seminar} />
    </div>
  )
}

const Heading = ({ seminar }: { seminar: GetSeminar }) => {
  const say = useSay()
  const me = useMe()
  const [isChanging, setChanging] = useState(false)
  return (
    <header className="heading">
      <Link className="back" to="/seminars" search={{ view: 'seminars' }}>
        <ArrowLeft width={15} height={15} />
        {say('所有說明會', 'All seminars')}
      </Link>
      <div className="line">
        <h1>{titleOf(say, seminar)}</h1>
        <span className={`badge ${statusHues[seminar.status]}`}>{say(...seminarStatusWords[seminar.status])}</span>
      </div>
      <p className="soft">
        {say(...seminarKindWords[seminar.kind])}
        {seminar.is_public && `・${say('對外開放報名', 'Open to the public')}`}
      </p>
      <TripsOf seminar={seminar} />
      {mayEdit(me) && (
        <p className="line">
          <button type="button" className="button" onClick={() => setChanging(true)}>
            {say('修改', 'Change')}
          </button>
          <Removal seminar={seminar} />
        </p>
      )}
      <Suspense>{isChanging && <SeminarSheet seminar={seminar} close={() => setChanging(false)} />}</Suspense>
    </header>
  )
}

const TripsOf = ({ seminar: { planned_trip_ids: ids } }: { seminar: GetSeminar }) => {
  const say = useSay()
  const names = useNames('/api/planned-trips', ids)
  const named = (id: number) => {
    const { label, label_en } = names.get(id) ?? { label: '…', label_en: '…' }
    return say(label, label_en ?? label)
  }
  return (
    <p className="line">
      {ids.map((id) => (
        <Link key={id} className="link" to="/trips/$id" params={{ id: String(id) }}>
          {named(id)}
        </Link>
      ))}
    </p>
  )
}

const Removal = ({ seminar: { id, version } }: { seminar: GetSeminar }) => {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => deleteSeminar(guidon, id, { version }),
    done: async () => {
      await navigate({ to: '/seminars', search: { view: 'seminars' } })
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

const Sessions = ({ seminar: { id, status } }: { seminar: GetSeminar }) => {
  const say = useSay()
  const me = useMe()
  const [adding, setAdding] = useState<'one' | 'many'>()
  const close = () => setAdding(undefined)
  const { data: page } = useSessionsOf(id)
  const isOpen = status === 'draft' || status === 'open'
  return (
    <Card
      title={say('場次', 'Sessions')}
      count={page?.meta.total}
      aside={
        isOpen &&
        mayEdit(me) && (
          <span className="more ways">
            <button type="button" className="button" onClick={() => setAdding('many')}>
              {say('批次新增', 'Add several')}
            </button>
            <button type="button" className="button" onClick={() => setAdding('one')}>
              <Plus />
              {say('新增場次', 'Add a session')}
            </button>
          </span>
        )
      }
    >
      <PagedRows page={page} empty={say('還沒有場次', 'No sessions yet')}>
        {(rows) => (
          <ListTable className={css.sessionsOfOne} columns={columns} rows={rows}>
            {(row) => <SessionRow key={row.id} row={row} isAlone />}
          </ListTable>
        )}
      </PagedRows>
      <Suspense>
        {adding === 'one' && <SessionSheet seminar={id} close={close} />}
        {adding === 'many' && <SessionsSheet seminar={id} close={close} />}
      </Suspense>
    </Card>
  )
}

const columns: Column[] = [
  { words: ['時間', 'Time'] },
  { words: ['地點', 'Venue'] },
  { words: ['狀態', 'Status'] },
  { words: ['到場／報名', 'Attended / registered'], isNumber: true },
]
