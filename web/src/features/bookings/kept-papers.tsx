import { useQuery } from '@tanstack/react-query'
import { type BookingPaper, listBookingPapers } from 'guidon-sdk'
import { bookingPaperWords } from 'guidon-sdk/words/booking-paper'
import { guidon } from '../../kit/api.ts'
import { dayAndTime } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Way } from '../papers/shared/papers.tsx'

/** The papers that were mailed, as they left. Without any there is no card. */
export const KeptPapers = ({ id }: { id: number }) => {
  const say = useSay()
  const { data: papers = [] } = useQuery({
    queryKey: ['bookings', id, 'papers'],
    queryFn: () => listBookingPapers(guidon, id),
  })
  if (!papers.length) return null
  return (
    <Card title={say('已寄出的文件', 'Papers as they were mailed')} count={papers.length}>
      <ul className="papers">
        {papers.toReversed().map((paper) => (
          <Kept key={paper.id} booking={id} paper={paper} />
        ))}
      </ul>
    </Card>
  )
}

const Kept = ({ booking, paper }: { booking: number; paper: BookingPaper }) => {
  const say = useSay()
  const { id, kind, created_at, sent_to, size } = paper
  return (
    <li>
      <span>
        <b>{say(...bookingPaperWords[kind])}</b>
        <br />
        <span className="small soft">
          {dayAndTime(created_at)}
          {sent_to && `・${sent_to}`}
        </span>
      </span>
      {size === null ? (
        <span className="small soft">{say('內容已依個資要求刪除', 'Erased on request')}</span>
      ) : (
        <Way href={`/api/bookings/${booking}/papers/${id}`}>{say('開啟', 'Open')}</Way>
      )}
    </li>
  )
}
