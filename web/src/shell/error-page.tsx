import { useSay } from '../kit/words.ts'

/** For a fault of the console itself; what the service refuses stands where it was asked for. */
export const ErrorPage = ({ error }: { error: unknown }) => {
  const say = useSay()
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
