import Coffee from '~icons/lucide/coffee'
import { isGone, sentenceOf } from '../kit/api.ts'
import { readFailedAgain, useFailedRead } from '../kit/failed-read.ts'
import { useSay } from '../kit/words.ts'
import { NotFound } from './not-found.tsx'

export const Empty = ({ children }: { children?: string | undefined }) => {
  const say = useSay()
  return (
    <div className="empty">
      <Coffee width={26} height={26} />
      <p>{children ?? say('沒有符合的資料', 'Nothing matches')}</p>
    </div>
  )
}

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
