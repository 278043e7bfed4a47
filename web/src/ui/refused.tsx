import { sentenceOf } from '../kit/api.ts'
import { useSay } from '../kit/words.ts'

/** Why something was not done, at the place where it was tried. */
export const Refused = ({ error }: { error: Error | null }) => {
  const say = useSay()
  if (!error) return null
  return (
    <p className="refused" role="alert">
      {sentenceOf(error, say('連不上服務，請稍後再試。', 'The service cannot be reached; try again soon.'))}
    </p>
  )
}
