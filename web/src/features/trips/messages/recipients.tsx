import { useQuery } from '@tanstack/react-query'
import { type SendPlannedTripMessage, sendPlannedTripMessage } from 'guidon-sdk'
import { guidon, sentenceOf } from '../../../kit/api.ts'
import { useSay, type Words } from '../../../kit/words.ts'
import { Loading } from '../../../ui/empty.tsx'
import type { Lacking } from './lacking.ts'
import css from './messages.module.css'

type Way = SendPlannedTripMessage['recipients'][number]['by']
const wayWords: Record<Way, Words> = {
  account: ['系統內與郵件', 'in the app and by mail'],
  mail: ['郵件', 'by mail'],
  suspended: ['帳號已停用，請打電話', 'account suspended: call them'],
  unproved: ['信箱未確認，收不到', 'address not confirmed, gets nothing'],
  none: ['沒有信箱，請打電話', 'no address: call them'],
}
const isReached = (by: Way) => by === 'account' || by === 'mail'

/** The recipients of a message and how each is reached; nothing is sent. */
export const Recipients = ({ trip, lacking }: { trip: number; lacking: Lacking }) => {
  const say = useSay()
  const { data, error } = useQuery({
    queryKey: ['trips', trip, 'messages', 'to', lacking],
    queryFn: () => sendPlannedTripMessage(guidon, trip, { title: '…', words: '…', lacking, dry_run: true }),
  })
  if (error) return <p className="told fault">{sentenceOf(error, say('無法試算', 'Preview not available'))}</p>
  if (!data) return <Loading />
  const reached = data.recipients.filter(({ by }) => isReached(by)).length
  const others = data.recipients.length - reached
  return (
    <details className={css.recipients}>
      <summary>
        <b>{say(`${reached} 位會收到`, `${reached} will get it`)}</b>
        {others > 0 && <span className="late">{say(`${others} 位收不到`, `${others} will not`)}</span>}
        <span className="soft">{say('查看名單', 'Show the list')}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <ul tabIndex={0}>
        {data.recipients.map(({ booking_id, traveler_id, booking_number, name, by }) => (
          <li key={`${booking_id} ${traveler_id}`}>
            <span>
              {name} <span className="soft">{booking_number}</span>
            </span>
            <span className={isReached(by) ? 'soft' : 'late'}>{say(...wayWords[by])}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
