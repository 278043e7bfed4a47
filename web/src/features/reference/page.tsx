import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { PlainRecord } from 'guidon-sdk'
import { Suspense } from 'react'
import Database from '~icons/lucide/database'
import Plus from '~icons/lucide/plus'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { plural, useSay } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { filtersOf, ReferenceTools } from './filters.tsx'
import { kindNamed, kindsFor } from './kinds.ts'
import css from './page.module.css'
import { useRows } from './queries.ts'
import { mayWrite } from './shared/plain-record/record.ts'
import { Table } from './table.tsx'

// The form has many parts, so it is loaded when a record is opened.
const RecordSheet = lazy(() => import('./shared/plain-record/sheet.tsx'))

/** All plain records. The SDK declares their fields; no kind has a page of its own. */
export default function Reference() {
  const { kind } = useSearch({ from: '/signed-in/reference' })
  const record = kindNamed(kind)
  if (!record) return <Navigate to="/reference" />
  // The key gives each kind a new component state.
  return <Kind key={record.path} record={record} />
}

const Kind = ({ record }: { record: PlainRecord }) => {
  const say = useSay()
  const me = useMe()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/reference' })
  const { data: page } = useRows(record, search)
  const open = (edit?: number | 'new') => navigate({ to: '/reference', search: { ...search, edit }, replace: true })
  return (
    <>
      <ListPage
        title={say(...record.title)}
        label={say(`${record.title[0]}清單`, `List of ${record.title[1].toLowerCase()}`)}
        counted={(total) => say(`${total} 筆`, plural(total, 'record'))}
        page={page}
        beside={<Kinds current={record} />}
        filters={filtersOf(record, search)}
        tools={<ReferenceTools record={record} search={search} />}
        aside={mayWrite(record, me) && <Add record={record} className="button main" open={() => open('new')} />}
        empty={
          <Empty
            icon={Database}
            act={mayWrite(record, me) && <Add record={record} className="button" open={() => open('new')} />}
          >
            {say(`還沒有${record.words[0]}`, `No ${record.title[1].toLowerCase()} yet`)}
          </Empty>
        }
      >
        {(rows) => <Table record={record} rows={rows} sort={search.sort} />}
      </ListPage>
      {search.edit && (
        <Suspense>
          <RecordSheet key={search.edit} record={record} id={search.edit} close={() => open()} />
        </Suspense>
      )}
    </>
  )
}

type AddProps = { record: PlainRecord; className: string; open: () => void }

const Add = ({ record, className, open }: AddProps) => {
  const say = useSay()
  return (
    <button type="button" className={className} onClick={open}>
      <Plus />
      {say(`新增${record.words[0]}`, 'Add')}
    </button>
  )
}

const Kinds = ({ current }: { current: PlainRecord }) => {
  const say = useSay()
  const me = useMe()
  return (
    <nav className={css.kinds} aria-label={say('資料種類', 'Kinds of records')}>
      {kindsFor(me).map(([kind, record]) => (
        <Link
          key={kind}
          to="/reference"
          search={{ kind }}
          className="chip"
          aria-current={record === current ? 'page' : undefined}
          ref={record === current ? bringIntoView : undefined}
        >
          {say(...record.title)}
        </Link>
      ))}
    </nav>
  )
}

/** On a phone the row of chips is wider than the screen. */
const bringIntoView = (chip: HTMLElement | null) => chip?.scrollIntoView({ block: 'nearest', inline: 'center' })
