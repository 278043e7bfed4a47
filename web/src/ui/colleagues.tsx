import type { usePresence } from '../kit/presence.ts'
import { useSay } from '../kit/words.ts'
import css from './colleagues.module.css'

type Here = ReturnType<typeof usePresence>['here']

/** Colleagues who have this page open, and which of them are typing. */
export const Colleagues = ({ here }: { here: Here }) => {
  const say = useSay()
  return (
    <p className={css.colleagues} role="status">
      {here.map(({ id, name, doing }) => (
        <span key={id} className={doing === 'types' ? `${css.colleague} ${css.types}` : css.colleague}>
          <span className="face turn-sales" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          {doing === 'types'
            ? say(`${name}正在輸入…`, `${name} is typing…`)
            : say(`${name}也在查看`, `${name} is also viewing this`)}
        </span>
      ))}
    </p>
  )
}
