import { useQuery } from '@tanstack/react-query'
import { listPaymentReports, type TripRegistrationPaymentReport } from 'guidon-sdk'
import { paymentReportStatusWords } from 'guidon-sdk/words'
import { allOf } from '../../kit/all-of.ts'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Thumbnail } from '../../ui/picture.tsx'
import css from './payment-reports.module.css'
import { ReportActs } from './shared/payment-reports/acts.tsx'

/** What the customer of a booking says that it has paid, with its pictures, and what became of it. */
export default function PaymentReports({ booking }: { booking: number }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['payment-reports', { booking }],
    queryFn: () => allOf((at) => listPaymentReports(guidon, { booking_id: booking, ...at })),
  })
  if (!data?.length) return null
  return (
    <Card title={say('客戶回報的付款', 'Payments that the customer reported')}>
      <ul className={css.reports}>
        {data.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
    </Card>
  )
}

const Report = ({ report }: { report: TripRegistrationPaymentReport }) => {
  const say = useSay()
  const { id, amount, currency, paid_on, last_five, picture, has_picture, possible } = report
  const how = [
    say(`${shortDay(paid_on)}匯款`, `Paid on ${shortDay(paid_on)}`),
    last_five && say(`末五碼 ${last_five}`, `account …${last_five}`),
    has_picture && !picture && say('附匯款證明', 'with a picture'),
  ]
  return (
    <li>
      {picture && (
        <a href={picture.url} target="_blank" rel="noreferrer" aria-label={say('開啟匯款證明', 'Open the picture')}>
          <Thumbnail file={picture} />
        </a>
      )}
      <div>
        <b>{price(amount, currency)}</b>
        <p className="small soft">{how.filter(Boolean).join('・')}</p>
        <p className="small soft">{whatBecame(say, report)}</p>
      </div>
      {possible.length > 0 && (
        <div className={css.acts}>
          <ReportActs id={id} about={[price(amount, currency), price(amount, currency)]} />
        </div>
      )}
    </li>
  )
}

/** `待查帳，最晚 12/2 回覆`, `已登錄・會計小林・12/1`, `查無款項・會計小林・12/1：請確認末五碼` */
const whatBecame = (
  say: Say,
  { status, created_at, answer_by, checked_at, checker, refuse_reason }: TripRegistrationPaymentReport,
) => {
  const words = say(...paymentReportStatusWords[status])
  if (status === 'waiting')
    return say(
      `${shortDay(created_at)}回報，${words}；最晚 ${shortDay(answer_by)}回覆`,
      `Reported on ${shortDay(created_at)}, ${words.toLowerCase()} by ${shortDay(answer_by)}`,
    )
  const told = [words, checker && nameOf(say, checker), checked_at && shortDay(checked_at)].filter(Boolean).join('・')
  return refuse_reason ? say(`${told}：${refuse_reason}`, `${told}: ${refuse_reason}`) : told
}
