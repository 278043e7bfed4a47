import { useEffect, useState } from 'react'
import { useConnection, useIsOnline } from '../kit/connection.ts'
import { useWaitingWrites } from '../kit/queued-writes.ts'
import { askToSignIn } from '../kit/sign-in-again.ts'
import { plural, useSay } from '../kit/words.ts'
import css from './shell.module.css'

/** A short interruption, such as a restart of the service, is not reported. */
const PATIENCE_MS = 6_000

/** Says that nothing can be read or sent while there is no connection. Afterwards everything is read again automatically. */
export const Offline = () => (useConnection() === 'over' ? <SignedOut /> : <Unreachable />)

const SignedOut = () => {
  const say = useSay()
  return (
    <div className={css.offline} role="status">
      <p>
        <b>{say('登入已結束', 'Your session has ended')}</b>
        {say('；您輸入的內容已保留。', '. What you typed is kept. ')}
        <button type="button" className="button" onClick={() => askToSignIn()}>
          {say('重新登入', 'Sign in again')}
        </button>
      </p>
    </div>
  )
}

const Unreachable = () => {
  const say = useSay()
  const isOnline = useIsOnline()
  const waiting = useWaitingWrites()
  // Queued writes are reported at once.
  const isUnreachable = useLasting(useConnection() === 'lost') || waiting > 0
  const words = isOnline ? say('暫時無法連線', 'Cannot connect at the moment') : say('沒有網路', 'No network')
  return (
    <div className={isOnline && !isUnreachable ? undefined : css.offline} role="status">
      {(!isOnline || isUnreachable) && (
        <p>
          <b>{words}</b>
          {say(
            '。您輸入的內容已保留，恢復後請再按一次送出；畫面會自動更新。',
            '. What you typed into a form is kept: send it again once you are connected. The page updates by itself.',
          )}
          {waiting > 0 &&
            say(
              `另有 ${waiting} 項已記下，恢復後自動送出；請不要關閉這一頁。`,
              ` ${plural(waiting, 'action is', 'actions are')} queued and will be sent automatically; do not close this page.`,
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
