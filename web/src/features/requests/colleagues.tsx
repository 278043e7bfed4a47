import './colleagues.css'
import type { usePresence } from '../../kit/presence.ts'
import { useSay } from '../../kit/words.ts'

type Here = ReturnType<typeof usePresence>['here']

/** Colleagues who have this page open, and who of them types. */
export const Colleagues = ({ here }: { here: Here }) => {
  const say = useSay()
  return (
    <p className="colleagues" role="status">
      {here.map(({ id, name, doing }) => (
        <span key={id} className={doing === 'types' ? 'colleague types' : 'colleague'}>
          <span className="face turn-sales" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          {doing === 'types'
            ? say(`${name}正在輸入…`, `${name} is typing…`)
            : say(`${name}也在看`, `${name} looks too`)}
        </span>
      ))}
    </p>
  )
}
