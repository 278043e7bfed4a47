import { useQuery } from '@tanstack/react-query'
import { listDepartureNotices, sendDepartureNotices } from 'guidon-sdk'
import { noticePartWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { dayAndTime } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { writesToTravelers } from '../../kit/roles.ts'
import { plural, type Say, useSay, type Words } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { OpenPaper, PaperRow } from '../papers/shared/paper-row.tsx'

type DepartureNotices = Awaited<ReturnType<typeof listDepartureNotices>>
type Notice = DepartureNotices['bookings'][number]
type Part = DepartureNotices['lacking'][number]

/** Which departure notice was mailed to each booking, what has changed since, and a button to mail the current one. */
export const DepartureNoticesCard = ({ id }: { id: number }) => {
  const say = useSay()
  const me = useMe()
  const { data } = useQuery({
    queryKey: ['trips', id, 'departure-notices'],
    queryFn: () => listDepartureNotices(guidon, id),
  })
  if (!data) return null
  const due = data.bookings.filter(isDue)
  return (
    <Card title={say('行前通知書', 'Departure notices')} count={data.bookings.length}>
      {data.bookings.length === 0 && <Empty>{say('還沒有訂單', 'No bookings yet')}</Empty>}
      <ul>
        {data.bookings.map((notice) => (
          <OneNotice key={notice.booking_id} notice={notice} />
        ))}
      </ul>
      {due.length > 0 && writesToTravelers(me) && (
        <div className="within">
          {data.lacking.length > 0 && (
            <p className="small soft">
              {say(`尚缺：${named(say, data.lacking)}`, `Missing: ${named(say, data.lacking)}`)}
            </p>
          )}
          <ActButton
            words={[`寄給 ${due.length} 筆訂單`, `Mail to ${plural(due.length, 'booking')}`]}
            sure={[`確定寄給 ${due.length} 筆`, `Yes, mail ${due.length}`]}
            act={(guidon) => sendDepartureNotices(guidon, id, {})}
            says={['行前通知書寄送中', 'The departure notices are being mailed']}
            changes={['trips', 'bookings']}
          />
        </div>
      )}
    </Card>
  )
}

const isReached = (by: Notice['by']) => by === 'account' || by === 'mail'
const isDue = ({ by, version, changed, is_waiting }: Notice) =>
  isReached(by) && !is_waiting && (version === 0 || changed.length > 0)

const OneNotice = ({ notice }: { notice: Notice }) => {
  const say = useSay()
  const { booking_id, booking_number, name, paper_id, changed } = notice
  return (
    <PaperRow
      name={`${name}・${booking_number}`}
      sub={
        <>
          {stateOf(say, notice)}{' '}
          {changed.length > 0 && (
            <span className="badge turn-late">
              {say(`之後有變更：${named(say, changed)}`, `Changed since: ${named(say, changed)}`)}
            </span>
          )}
        </>
      }
      open={paper_id !== null && <OpenPaper href={`/api/bookings/${booking_id}/papers/${paper_id}`} of={name} />}
    />
  )
}

const stateOf = (say: Say, { by, version, sent_at, sent_to, is_waiting }: Notice) => {
  if (is_waiting) return say('寄送中', 'Being mailed')
  const last = version && sent_at && [say(`第 ${version} 版`, `Version ${version}`), dayAndTime(sent_at), sent_to]
  return (last ? [...last, !isReached(by) && say(...unsent[by])] : [say(...unsent[by])]).filter(Boolean).join('・')
}
const unsent: Record<Notice['by'], Words> = {
  account: ['尚未寄送', 'Not mailed yet'],
  mail: ['尚未寄送', 'Not mailed yet'],
  suspended: ['帳號已停用，請另外交付', 'Account suspended; deliver it another way'],
  unproved: ['信箱尚未確認，無法寄送', 'Email not confirmed; it cannot be sent'],
  none: ['沒有信箱，請另外交付', 'No email; deliver it another way'],
}

const named = (say: Say, parts: readonly Part[]) =>
  parts.map((part) => say(...noticePartWords[part])).join(say('、', ', '))
