import './saved-views.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deleteView, listViews, type View } from 'guidon-sdk'
import { type KeyboardEvent, useRef, useState } from 'react'
import { guidon, refresh, sentenceOf } from '../kit/api.ts'
import { useMe } from '../kit/me.ts'
import { showToast } from '../kit/toasts.ts'
import { nameOf, useSay } from '../kit/words.ts'
import { X } from './icons.tsx'
import { Bookmark } from './page-icons.tsx'
import { SaveViewSheet } from './save-view-sheet.tsx'

/** What the address of a list asks for: its filters and its order, not its page. */
export type Asked = Record<string, unknown>
type Props = { list: string; filter: Asked }

/** The saved views of a list. They are read when the menu opens; each leads to its address. */
export const SavedViews = ({ list, filter: { page: _page, ...asked } }: Props) => {
  const say = useSay()
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const close = () => menu.current?.removeAttribute('open')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    close()
    menu.current?.querySelector('summary')?.focus()
  }
  return (
    <>
      <details
        className="views"
        ref={menu}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) =>
          relatedTarget && !currentTarget.contains(relatedTarget) && close()
        }
      >
        <summary className="chip">
          <Bookmark size={15} />
          {say('檢視', 'Views')}
        </summary>
        <div className="menu-card">
          {isOpen && <Views list={list} asked={asked} close={close} />}
          <button
            type="button"
            className="button"
            disabled={Object.keys(asked).length === 0}
            onClick={() => {
              close()
              setSaving(true)
            }}
          >
            {say('儲存目前的條件…', 'Save these filters…')}
          </button>
        </div>
      </details>
      {isSaving && <SaveViewSheet list={list} asked={asked} close={() => setSaving(false)} />}
    </>
  )
}

const Views = ({ list, asked, close }: { list: string; asked: Asked; close: () => void }) => {
  const say = useSay()
  const { data, error } = useQuery({
    queryKey: ['views', list],
    queryFn: () => listViews(guidon, { list, per_page: 100 }),
  })
  if (error) return <p className="refused">{sentenceOf(error, say('連不上服務', 'The service cannot be reached'))}</p>
  if (!data) return <p className="small soft">{say('讀取中…', 'Loading…')}</p>
  if (data.data.length === 0)
    return (
      <p className="small soft">
        {say('把常用的條件存起來，下次一按就到', 'Save filters that you often use, and come back with one click')}
      </p>
    )
  return (
    <ul>
      {data.data.map((view) => (
        <Row key={view.id} view={view} isShown={isSame(asked, view)} close={close} />
      ))}
    </ul>
  )
}

const Row = ({ view, isShown, close }: { view: View; isShown: boolean; close: () => void }) => {
  const say = useSay()
  const mayRemove = useMe().role === 'admin' || view.is_own
  return (
    <li>
      <Link to="." search={() => addressOf(view)} onClick={close} aria-current={isShown ? 'true' : undefined}>
        {view.name}
        {!view.is_own && (
          <span className="sub">{say(`${view.owner.name}分享`, `shared by ${nameOf(say, view.owner)}`)}</span>
        )}
        {view.is_own && view.shared_with && <span className="sub">{say('已分享', 'shared')}</span>}
      </Link>
      {mayRemove && <Remove view={view} />}
    </li>
  )
}

const Remove = ({ view: { id, name, version } }: { view: View }) => {
  const say = useSay()
  const unreachable = say('連不上服務，請再試一次', 'The service cannot be reached; try again')
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteView(guidon, id, { version }),
    onSettled: () => refresh('views'),
    onError: (error) => showToast({ title: sentenceOf(error, unreachable), tone: 'bad' }),
  })
  return (
    <button
      type="button"
      className="button plain square"
      disabled={isPending}
      onClick={() => mutate()}
      aria-label={say(`刪除檢視「${name}」`, `Remove the view ${name}`)}
    >
      <X size={14} />
    </button>
  )
}

const addressOf = ({ filters, sort }: View): Asked => ({ ...filters, ...(sort && { sort }) })

const isSame = (asked: Asked, view: View) => inOrder(asked) === inOrder(addressOf(view))
const inOrder = (asked: Asked) =>
  JSON.stringify(Object.entries(asked).toSorted(([one], [other]) => (one < other ? -1 : 1)))
