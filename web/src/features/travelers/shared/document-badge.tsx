import type { TripRegistrationDocument } from 'guidon-sdk'
import { documentKindWords } from 'guidon-sdk/words/document-kind'
import { documentStatusWords } from 'guidon-sdk/words/document-status'
import { useSay } from '../../../kit/words.ts'
import { documentHues } from './document-hues.ts'

export const DocumentBadge = ({ document: { kind, status } }: { document: TripRegistrationDocument }) => {
  const say = useSay()
  const [[kindZh, kindEn], [statusZh, statusEn]] = [documentKindWords[kind], documentStatusWords[status]]
  return (
    <span className={`badge ${documentHues[status]}`}>
      {say(`${kindZh} ${statusZh}`, `${kindEn} ${statusEn.toLowerCase()}`)}
    </span>
  )
}
