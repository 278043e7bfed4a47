import { sentenceOf } from '../kit/api.ts'

/** The reason of a refusal, shown at the place of the attempt. */
export const Refused = ({ error }: { error: Error | null }) => {
  if (!error) return null
  return (
    <p className="told fault" role="alert">
      {sentenceOf(error)}
    </p>
  )
}
