import { useQuery } from '@tanstack/react-query'
import { getPartnerPapers } from 'guidon-sdk'
import { partnerPaperWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, plainDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsTrips } from '../../kit/roles.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { PaperRow } from '../papers/shared/paper-row.tsx'
import css from './partner-papers.module.css'
import type { Partner } from './partner-sheet.tsx'

const PartnerSheet = lazy(() => import('./partner-sheet.tsx'))

/** The papers that are mailed to hotels, land operator and insurer, and the mailed ones; loaded on demand. */
export const PartnerPapers = ({ id }: { id: number }) => {
  const say = useSay()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['trips', id, 'partner papers'],
    queryFn: () => getPartnerPapers(guidon, id),
    enabled: isOpen,
  })
  return (
    <details className={`card ${css.partners}`} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('寄給飯店、地接與保險公司', 'Mail to hotels, land operator and insurer')}</summary>
      {isOpen && !data && <Loading />}
      <ul>
        {data?.partners.map((partner) => (
          <PaperRow
            key={`${partner.paper} ${partner.stay_id}`}
            name={say(...wordsOf(partner))}
            sub={partner.email ?? say('還沒有信箱', 'No address yet')}
            open={
              editsTrips(me) && (
                <OpenButton words={['寄出…', 'Mail it…']} about={wordsOf(partner)} className="button plain">
                  {(close) => <PartnerSheet trip={id} partner={partner} words={wordsOf(partner)} close={close} />}
                </OpenButton>
              )
            }
          />
        ))}
      </ul>
      {data && <h3>{say('已寄出', 'Mailed')}</h3>}
      {data?.mailed.length === 0 && <Empty>{say('還沒有寄過', 'Nothing was mailed yet')}</Empty>}
      <ul>
        {data?.mailed.map(({ id, paper, hotel_name, sent_to, sent_at, created_at, asked_by_name }) => (
          <PaperRow
            key={id}
            name={[say(...partnerPaperWords[paper]), hotel_name].filter(Boolean).join(say('：', ': '))}
            sub={[
              sent_to,
              asked_by_name,
              ...(sent_at ? [dayAndTime(sent_at)] : [say('等待寄出', 'waits to leave'), dayAndTime(created_at)]),
            ].join('・')}
          />
        ))}
      </ul>
    </details>
  )
}

/** `分房表：湖畔飯店（3/10）` */
const wordsOf = ({ paper, hotel_name, hotel_name_en, check_in }: Partner): Words => {
  const [zh, en] = partnerPaperWords[paper]
  if (hotel_name === null || check_in === null) return [zh, en]
  const day = plainDay(check_in)
  return [`${zh}：${hotel_name}（${day}）`, `${en}: ${hotel_name_en ?? hotel_name} (${day})`]
}
