import type { ReactNode } from 'react'
import { type Act, ActsMenu } from './acts-menu.tsx'

type Props = {
  /** The link to its list. */
  back?: ReactNode
  title: ReactNode
  /** Beside the title: how the record stands. */
  badge?: ReactNode
  /** One line of what tells it from others. */
  facts?: ReactNode
  /** The main act, which on most pages is `Edit`. */
  main?: ReactNode
  /** All other acts. */
  more?: readonly (Act | false | null | undefined)[]
}

/** The heading of the page of a record: what it is, and the one place of what may be done with it. */
export const Heading = ({ back, title, badge, facts, main, more = [] }: Props) => (
  <header className="heading">
    {back}
    <div className="line">
      <h1>{title}</h1>
      {badge}
    </div>
    {facts && <p className="soft">{facts}</p>}
    <div className="acts">
      {main}
      <ActsMenu acts={more} />
    </div>
  </header>
)
