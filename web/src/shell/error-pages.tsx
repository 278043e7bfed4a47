import { Link } from '@tanstack/react-router'
import { Refusal } from 'guidon-sdk'
import { useSay } from '../kit/words.ts'

export const ErrorPage = ({ error }: { error: unknown }) => {
  const say = useSay()
  if (error instanceof Refusal && error.status === 404) return <NotFoundPage />
  return (
    <div className="empty" role="alert">
      <h1>{say('出了點問題', 'Something went wrong')}</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {say('再試一次', 'Try again')}
      </button>
    </div>
  )
}

export const NotFoundPage = () => {
  const say = useSay()
  return (
    <div className="empty">
      <h1>{say('找不到這個頁面', 'There is nothing here')}</h1>
      <Link className="button" to="/">
        {say('回到今日', 'Back to today')}
      </Link>
    </div>
  )
}
