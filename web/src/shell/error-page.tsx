import { useSay } from '../kit/words.ts'

/** Shown after an error in the console's own code; refusals of the service are shown at their place. */
export const ErrorPage = ({ error }: { error: unknown }) => {
  const say = useSay()
  return (
    <div className="empty" role="alert">
      <h1>{say('發生錯誤', 'Something went wrong')}</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {say('再試一次', 'Try again')}
      </button>
    </div>
  )
}
