import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deleteView, listViews, type View } from 'guidon-sdk'
import X from '~icons/lucide/x'
import { guidon, sentenceOf } from '../../../kit/api.ts'
import { useMe } from '../../../kit/me.ts'
import { isAdmin } from '../../../kit/roles.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { iconName } from '../../../ui/icon-name.ts'
import { EditButton } from '../../../ui/row-buttons.tsx'
import { type Asked, addressOf, isShown } from './asked.ts'
import css from './views.module.css'

type Props = { asked: Asked; close: () => void; rename: (id: number) => void }

/** Every view that the reader may use, the own ones and those that colleagues share. */
export default function Views({ list, ...props }: Props & { list: string }) {
  const say = useSay()
  const { data, error } = useQuery({
    queryKey: ['views', list],
    queryFn: () => listViews(guidon, { list, per_page: 100 }),
  })
  if (error) return <p className="told fault">{sentenceOf(error)}</p>
  if (!data) return <p className="small soft">{say('讀取中…', 'Loading…')}</p>
  if (data.data.length === 0)
    return (
      <p className="small soft">
        {say('把常用的條件存起來，下次一按就到', 'Save filters that you often use, and come back with one click')}
      </p>
    )
  return (
    <ul className={css.views}>
      {data.data.map((view) => (
        <Row key={view.id} view={view} {...props} />
      ))}
    </ul>
  )
}

const Row = ({ view, asked, close, rename }: Props & { view: View }) => {
  const say = useSay()
  const mayChange = isAdmin(useMe()) || view.is_own
  return (
    <li>
      <Link
        to="."
        search={() => addressOf(view)}
        onClick={close}
        aria-current={isShown(asked, view) ? 'true' : undefined}
      >
        {view.name}
        {!view.is_own && (
          <span className="sub">{say(`${view.owner.name}分享`, `shared by ${nameOf(say, view.owner)}`)}</span>
        )}
        {view.is_own && view.shared_with && <span className="sub">{say('已分享', 'shared')}</span>}
      </Link>
      {mayChange && (
        <>
          <EditButton of={say(`檢視「${view.name}」`, `the view ${view.name}`)} act={() => rename(view.id)} />
          <Remove view={view} />
        </>
      )}
    </li>
  )
}

const Remove = ({ view: { id, name, version } }: { view: View }) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => deleteView(guidon, id, { version }),
    changes: ['views'],
    tellsRefusal: true,
  })
  return (
    <button
      type="button"
      className="button plain square"
      disabled={isPending}
      onClick={() => mutate()}
      {...iconName(say(`刪除檢視「${name}」`, `Remove the view ${name}`))}
    >
      <X width={14} height={14} />
    </button>
  )
}
