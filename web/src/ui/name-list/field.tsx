import { useSay } from '../../kit/words.ts'
import css from './name-list.module.css'
import { Source } from './source.tsx'
import { NameTable } from './table.tsx'
import type { NameListState } from './use-name-list.ts'

/** A list of people: first where it comes from, then its lines, to be mended before anything is written. */
export default function NameListField({ names }: { names: NameListState }) {
  const say = useSay()
  const { kind, list, change } = names
  if (!list) return <Source kind={kind} take={change} />
  return (
    <div className={css.nameList}>
      <NameTable names={names} />
      <button type="button" className="button" onClick={() => change(undefined)}>
        {say('換一份名單', 'Take another list')}
      </button>
    </div>
  )
}
