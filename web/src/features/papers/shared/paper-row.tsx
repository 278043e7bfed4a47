import type { ReactNode } from 'react'
import { useSay } from '../../../kit/words.ts'
import { type Act, ActsMenu } from '../../../ui/acts-menu.tsx'
import css from './papers.module.css'

type Props = {
  name: string
  /** A line below the name: when it was mailed, and to whom. */
  sub?: ReactNode
  /** The one button of the row. */
  open?: ReactNode
  /** Everything else that may be done with the paper. */
  more?: readonly (Act | false)[]
  /** What is shown below the row. */
  children?: ReactNode
}

/** A paper in a list: its name, how to open it, and a menu. */
export const PaperRow = ({ name, sub, open, more, children }: Props) => (
  <li className={css.paper}>
    <span className={css.name}>
      <b>{name}</b>
      {sub && <span className="small soft">{sub}</span>}
    </span>
    {open}
    {more && <ActsMenu acts={more} of={name} />}
    {children}
  </li>
)

/** Opens a paper in a new tab. */
export const OpenPaper = ({ href, of }: { href: string; of: string }) => {
  const say = useSay()
  return (
    <a className={`button plain ${css.open}`} href={href} target="_blank" rel="noreferrer">
      {say('開啟', 'Open')}
      <span className="unseen"> {of}</span>
    </a>
  )
}
