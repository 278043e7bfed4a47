import { useSay } from '../kit/words.ts'
import { Coffee } from './common-icons.tsx'

export const Empty = ({ children }: { children?: string | undefined }) => {
  const say = useSay()
  return (
    <div className="empty">
      <Coffee size={26} strokeWidth={1.4} />
      <p>{children ?? say('沒有符合的資料', 'Nothing matches')}</p>
    </div>
  )
}

/** The shape of rows that are being read. */
export const Loading = () => {
  const say = useSay()
  return (
    <div className="loading" role="status" aria-label={say('載入中', 'Loading')}>
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
