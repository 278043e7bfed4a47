import { useQuery } from '@tanstack/react-query'
import { getCancellationRequest } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import type { Booking } from './queries.ts'

const CancelSheet = lazy(() => import('./cancel-sheet.tsx'))
const DeclineSheet = lazy(() => import('./decline-cancellation-sheet.tsx'))

/** What the customer of a booking asks to cancel, and what sales can answer. */
export default function CancellationRequestCard({ booking, id }: { booking: Booking; id: number }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['cancellation-requests', id],
    queryFn: () => getCancellationRequest(guidon, id),
  })
  if (!data) return null
  const { travelers, reason, currency, fee, created_at, version, possible } = data
  return (
    <Card title={say('客戶申請取消', 'The customer asks to cancel')}>
      <div className="within">
        <Facts
          facts={[
            [
              say('誰', 'Who'),
              travelers.length
                ? travelers.map((one) => (
                    <SubjectLink key={one.id} subject={{ type: 'traveler', id: one.id }}>
                      {one.name}{' '}
                    </SubjectLink>
                  ))
                : say('整筆訂單', 'The whole booking'),
            ],
            [say(...label.reason), reason],
            [say('申請日', 'Asked on'), shortDay(created_at)],
            [say('申請當天的取消費', 'Fee on that day'), price(fee, currency)],
          ]}
        />
        <p className="small soft">
          {travelers.length
            ? say(
                '到旅客的頁面取消；取消費依申請當天計算。',
                'Cancel on the page of the traveler. The fee is that of the day of the request.',
              )
            : say('取消費依申請當天計算。', 'The fee is that of the day of the request.')}
        </p>
        <div className="ways">
          {!travelers.length && booking.possible.includes('cancel') && (
            <OpenButton words={['取消訂單…', 'Cancel the booking…']} className="button main">
              {(close) => <CancelSheet booking={booking} asked={reason} close={close} />}
            </OpenButton>
          )}
          {possible.includes('decline') && (
            <OpenButton words={['不能取消…', 'Decline…']} className="button">
              {(close) => <DeclineSheet id={id} version={version} close={close} />}
            </OpenButton>
          )}
        </div>
      </div>
    </Card>
  )
}
