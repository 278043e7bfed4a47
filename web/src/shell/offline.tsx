import { useEffect, useState } from 'react'
import { signInAndBack } from '../kit/api.ts'
import { useConnection, useIsOnline } from '../kit/connection.ts'
import { useSay } from '../kit/words.ts'

/** A short loss, such as a restart of the service, is not worth a sentence. */
const PATIENCE_MS = 6_000

/** Says that nothing can be read or sent, as long as it is so. What comes back is read again by itself. */
export const Offline = () => (useConnection() === 'over' ? <SignedOut /> : <Unreachable />)

const SignedOut = () => {
  const say = useSay()
  return (
    <div className="offline" role="status">
      <p>
        <b>{say('登入已結束', 'Your session has ended')}</b>
        {say('；您輸入的內容都在。', '. What you typed is kept. ')}
        <a className="link" href={signInAndBack()}>
          {say('重新登入', 'Sign in again')}
        </a>
      </p>
    </div>
  )
}

const Unreachable = () => {
  const say = useSay()
  const isOnline = useIsOnline()
  const isUnreachable = useLasting(useConnection() === 'lost')
  const words = isOnline
    ? say('暫時連不上服務', 'The service cannot be reached at the moment')
    : say('沒有網路', 'There is no network')
  return (
    <div className={isOnline && !isUnreachable ? undefined : 'offline'} role="status">
      {(!isOnline || isUnreachable) && (
        <p>
          <b>{words}</b>
          {say(
            '；您輸入的內容都在，恢復後畫面會自動更新。',
            '. What you typed is kept; the page reads itself again afterwards.',
          )}
        </p>
      )}
    </div>
  )
}

const useLasting = (is: boolean) => {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!is) return setLasts(false)
    const timer = setTimeout(() => setLasts(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [is])
  return lasts
}
