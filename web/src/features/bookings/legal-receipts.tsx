import { useQuery } from '@tanstack/react-query'
import { listBookingLegalReceipts } from 'guidon-sdk'
import { legalReceiptStatusWords, receiptAllowanceStatusWords, receiptMediumWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { approvesRefunds, recordsPayments } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import css from './payment-requests.module.css'
import type { Booking } from './queries.ts'
import { ReceiptActs } from './shared/legal-receipts/acts.tsx'
import { AtPlatform } from './shared/legal-receipts/platform-acts.tsx'

const BuyersSheet = lazy(() => import('./shared/legal-receipts/buyers-sheet.tsx'))
const IssueSheet = lazy(() => import('./shared/legal-receipts/issue-sheet.tsx'))

/** The legal receipts of a booking: what was issued, and what of it was given back. */
export default function LegalReceipts({ booking }: { booking: Booking }) {
  const say = useSay()
  const me = useMe()
  const { id, booking_number, currency, paid } = booking
  const mayRead = recordsPayments(me) || approvesRefunds(me)
  const { data } = useQuery({
    queryKey: ['legal-receipts', { booking: id }],
    queryFn: () => listBookingLegalReceipts(guidon, id),
    enabled: mayRead,
  })
  const mayIssue = recordsPayments(me) && currency === 'TWD' && paid > 0
  if (!mayRead || !data || (!data.length && !recordsPayments(me))) return null
  return (
    <Card
      title={say('代收轉付收據', 'Legal receipts')}
      aside={
        recordsPayments(me) && (
          <>
            <OpenButton words={['抬頭…', 'Titles…']} className="button more">
              {(close) => <BuyersSheet booking={id} number={booking_number} close={close} />}
            </OpenButton>
            {mayIssue && (
              <OpenButton words={['開立收據…', 'Issue a receipt…']} className="button more">
                {(close) => <IssueSheet booking={id} number={booking_number} close={close} />}
              </OpenButton>
            )}
          </>
        )
      }
    >
      {data.length > 0 && (
        <ul className={css.ended}>
          {data.map((receipt) => (
            <li key={receipt.id}>
              <b>{receipt.number ?? say(...receiptMediumWords[receipt.medium])}</b> {price(receipt.amount)}{' '}
              {say(...legalReceiptStatusWords[receipt.status])}
              <span className="sub">
                {[receipt.issued_on && shortDay(receipt.issued_on), receipt.buyer_name, receipt.buyer_ubn]
                  .filter(Boolean)
                  .join('・')}
              </span>
              {receipt.misfits.includes('trip') && (
                <span className="sub late">{say('收據上是轉團前的團', 'It names the trip before the transfer')}</span>
              )}
              {receipt.allowances.map(({ id: allowance, amount, status }) => (
                <span key={allowance} className="sub">
                  {say('折讓', 'Allowance')} {price(amount)} {say(...receiptAllowanceStatusWords[status])}
                </span>
              ))}
              {receipt.void_reason && <span className="sub">{receipt.void_reason}</span>}
              <AtPlatform receipt={receipt} />
              <ReceiptActs receipt={receipt} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
