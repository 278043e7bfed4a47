import { useQuery } from '@tanstack/react-query'
import { type BookingPaper, listBookingPapers } from 'guidon-sdk'
import { bookingPaperWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { dayAndTime } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import { OpenPaper, PaperRow } from '../papers/shared/paper-row.tsx'
import css from './one.module.css'

/** The papers as they were mailed; loaded on demand. */
export const KeptPapers = ({ id }: { id: number }) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const { data: papers } = useQuery({
    queryKey: ['bookings', id, 'papers'],
    queryFn: () => listBookingPapers(guidon, id),
    enabled: isOpen,
  })
  return (
    <details className={`card ${css.keptPapers}`} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('已寄出的文件', 'Papers sent')}</summary>
      {isOpen && !papers && <Loading />}
      {papers?.length === 0 && <Empty>{say('還沒有寄過文件', 'No papers sent yet')}</Empty>}
      <ul>
        {papers?.toReversed().map((paper) => (
          <Kept key={paper.id} booking={id} paper={paper} />
        ))}
      </ul>
    </details>
  )
}

const Kept = ({ booking, paper }: { booking: number; paper: BookingPaper }) => {
  const say = useSay()
  const { id, kind, created_at, sent_to, size } = paper
  const name = say(...bookingPaperWords[kind])
  return (
    <PaperRow
      name={name}
      sub={[dayAndTime(created_at), sent_to].filter(Boolean).join('・')}
      open={
        size === null ? (
          <span className="small soft">{say('內容已依個資要求刪除', 'Erased on request')}</span>
        ) : (
          <OpenPaper href={`/api/bookings/${booking}/papers/${id}`} of={name} />
        )
      }
    />
  )
}
