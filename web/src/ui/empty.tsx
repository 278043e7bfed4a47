import type { ComponentType, ReactNode, SVGProps } from 'react'
import Check from '~icons/lucide/check'
import Inbox from '~icons/lucide/inbox'
import { isGone, sentenceOf } from '../kit/api.ts'
import { readFailedAgain, useFailedRead } from '../kit/failed-read.ts'
import { useSay } from '../kit/words.ts'
import { NotFound } from './not-found.tsx'

type Icon = ComponentType<SVGProps<SVGSVGElement>>

/** Why there is nothing: nothing is there yet, or all is done. What the filters of a list leave out is `NothingFound`. */
const icons = { none: Inbox, done: Check } as const

type Props = {
  why?: keyof typeof icons
  /** What would be here. */
  icon?: Icon
  /** What the reader may do about it, such as adding the first one. */
  act?: ReactNode
  children: ReactNode
}

export const Empty = ({ why = 'none', icon: Icon = icons[why], act, children }: Props) => (
  <div className="empty" data-why={why}>
    <Icon width={24} height={24} />
    <p>{children}</p>
    {act && <div className="does">{act}</div>}
  </div>
)

/** A placeholder for rows that are being read; after a failure, the error and a button to try again. */
export const Loading = () => {
  const say = useSay()
  const error = useFailedRead()
  if (error) return isGone(error) ? <NotFound /> : <Unread error={error} />
  return (
    <div className="loading" role="status" aria-label={say('載入中', 'Loading')}>
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

const Unread = ({ error }: { error: Error }) => {
  const say = useSay()
  return (
    <div className="empty" role="alert">
      <p>{sentenceOf(error, say('無法連線，資料尚未載入。', 'Cannot connect. Nothing was loaded.'))}</p>
      <button type="button" className="button" onClick={readFailedAgain}>
        {say('再試一次', 'Try again')}
      </button>
    </div>
  )
}
