import type { TripRegistrationDocument } from 'guidon-sdk'
import { documentKindWords, documentStatusWords } from 'guidon-sdk/words'
import { today } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { documentHues } from './document-status.ts'

/** An expired document is shown as late, whatever was decided before. */
export const DocumentBadge = ({ document }: { document: TripRegistrationDocument }) => {
  const say = useSay()
  const { kind } = document
  const status = isExpired(document) ? 'expired' : document.status
  const [[kindZh, kindEn], [statusZh, statusEn]] = [documentKindWords[kind], documentStatusWords[status]]
  return (
    <span className={`badge ${documentHues[status]}`}>
      {say(`${kindZh} ${statusZh}`, `${kindEn} ${statusEn.toLowerCase()}`)}
    </span>
  )
}

const isExpired = ({ status, expires_on }: TripRegistrationDocument) =>
  expires_on !== null && expires_on < today() && (status === 'received' || status === 'verified')
