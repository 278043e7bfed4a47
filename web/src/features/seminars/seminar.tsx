import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { deleteSeminar, type GetSeminar } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { seminarKindWords, seminarStatusWords } from 'guidon-sdk/words'
import { Fragment, Suspense, useState } from 'react'
import Presentation from '~icons/lucide/presentation'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { useSay } from '../../kit/words.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { Heading } from '../../ui/heading.tsx'
import { PagedRows } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { useNames } from '../../ui/names.ts'
import { removalOf } from '../../ui/removal.tsx'
import { AddButton } from '../../ui/row-buttons.tsx'
import css from './page.module.css'
import { mayEdit, useSeminar, useSessionsOf } from './queries.ts'
import { SessionRow } from './session-row.tsx'
import { statusHues } from './status.ts'
import { titleOf } from './title.ts'

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
      <SeminarHeading seminar={seminar} />
      <Sessions seminar={seminar} />
    </div>
  )
}

const SeminarHeading = ({ seminar }: { seminar: GetSeminar }) => {
  const say = useSay()
  const isEditor = mayEdit(useMe())
  const removal = useRemoval(seminar)
  return (
    <Heading
      back={
        <BackLink to="/seminars" search={{ view: 'seminars' }}>
          {say('所有說明會', 'All seminars')}
        </BackLink>
      }
      title={titleOf(say, seminar)}
      badge={
        <span className={`badge ${statusHues[seminar.status]}`}>{say(...seminarStatusWords[seminar.status])}</span>
      }
      facts={
        <>
          {say(...seminarKindWords[seminar.kind])}
          {seminar.is_public && `・${say('對外開放報名', 'Open to the public')}`}
          <TripsOf seminar={seminar} />
        </>
      }
      main={isEditor && <Edit>{(close) => <SeminarSheet seminar={seminar} close={close} />}</Edit>}
      more={[isEditor && removal]}
    />
  )
}

const TripsOf = ({ seminar: { planned_trip_ids: ids } }: { seminar: GetSeminar }) => {
  const say = useSay()
  const names = useNames('/api/planned-trips', ids)
  const named = (id: number) => {
    const { label, label_en } = names.get(id) ?? { label: '…', label_en: '…' }
    return say(label, label_en ?? label)
  }
  return ids.map((id) => (
    <Fragment key={id}>
      ・
      <Link className="link" to="/trips/$id" params={{ id: String(id) }}>
        {named(id)}
      </Link>
    </Fragment>
  ))
}

const useRemoval = (seminar: GetSeminar): Act => {
  const say = useSay()
  const navigate = useNavigate()
  const { id, version } = seminar
  const title = titleOf(say, seminar)
  return removalOf({
    name: title,
    lost: [
      '說明會會消失，無法復原。有場次的說明會不能刪除：請先刪除場次，或把狀態改為取消。',
      'The seminar is gone for good. One that has sessions cannot be removed: remove them first, or cancel it.',
    ],
    remove: (guidon) => deleteSeminar(guidon, id, { version }),
    leave: () => navigate({ to: '/seminars', search: { view: 'seminars' } }),
    changes: ['seminars'],
  })
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
      title={say(...label.sessions)}
      count={page?.meta.total}
      aside={
        isOpen &&
        mayEdit(me) && (
          <>
            <button type="button" className="button more" onClick={() => setAdding('many')}>
              {say('批次新增', 'Add several')}
            </button>
            <AddButton words={['新增場次', 'Add a session']} act={() => setAdding('one')} />
          </>
        )
      }
    >
      <PagedRows page={page} empty={<Empty icon={Presentation}>{say('還沒有場次', 'No sessions yet')}</Empty>}>
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
  { words: label.at },
  { words: label.venue },
  { words: label.status },
  { words: ['到場／報名', 'Attended / registered'], isNumber: true },
]
