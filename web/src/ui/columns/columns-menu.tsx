import { useNavigate } from '@tanstack/react-router'
import Columns from '~icons/lucide/columns-3'
import { density } from '../../kit/density.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Menu } from '../menu.tsx'
import { columnsIn } from './columns.ts'
import css from './columns-menu.module.css'

type Named = { name: string; words: Words; isExtra?: boolean }
type Props = { columns: readonly Named[]; show: string | undefined }

/** Chooses the columns of a list, which stand in its address and so in saved views, and how close its rows stand. */
export const ColumnsMenu = ({ columns, show }: Props) => {
  const say = useSay()
  return (
    <Menu label={say('欄位', 'Columns')} icon={Columns}>
      {() => (
        <>
          <Choices columns={columns} show={show} />
          <Density />
        </>
      )}
    </Menu>
  )
}

const Choices = ({ columns, show }: Props) => {
  const say = useSay()
  const navigate = useNavigate()
  const namesOf = (shown: readonly Named[]) => shown.map(({ name }) => name).join(',')
  const chosen = columnsIn(columns, show)
  const toggle = (column: Named) => {
    const next = namesOf(columns.filter((each) => chosen.includes(each) !== (each === column)))
    const isUsual = next === namesOf(columnsIn(columns))
    navigate({ to: '.', search: (now: object) => ({ ...now, show: isUsual ? undefined : next }), replace: true })
  }
  return (
    <fieldset className={css.choices}>
      <legend>{say('顯示的欄位', 'Columns shown')}</legend>
      {columns.map((column, nth) => (
        <label key={column.name} className="choice">
          <input
            type="checkbox"
            checked={chosen.includes(column)}
            disabled={nth === 0}
            onChange={() => toggle(column)}
          />
          {say(...column.words)}
        </label>
      ))}
    </fieldset>
  )
}

const Density = () => {
  const say = useSay()
  const isDense = density.use() === 'dense'
  return (
    <label className="choice">
      <input type="checkbox" checked={isDense} onChange={() => density.set(isDense ? 'roomy' : 'dense')} />
      {say('緊密顯示', 'Compact rows')}
    </label>
  )
}
