import type { TripRegistrationDocument } from 'guidon-sdk'
import { useSay } from '../kit/words.ts'
import { documentHues, documentKindWords, documentStatusWords } from './document-words.ts'

export const DocumentBadge = ({ document: { kind, status } }: { document: TripRegistrationDocument }) => {
  const say = useSay()
  return (
    <span className={`badge ${documentHues[status]}`}>
      {say(...documentKindWords[kind])} {say(...documentStatusWords[status])}
    </span>
  )
}
