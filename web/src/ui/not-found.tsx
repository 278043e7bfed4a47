import { Link } from '@tanstack/react-router'
import { useSay } from '../kit/words.ts'

export const NotFound = () => {
  const say = useSay()
  return (
    <div className="empty">
      <h1>{say('找不到這個頁面', 'Page not found')}</h1>
      <Link className="button" to="/">
        {say('回到今日', 'Back to today')}
      </Link>
    </div>
  )
}
