import { useQuery } from '@tanstack/react-query'
import { listBookingLegalReceipts } from 'guidon-sdk'
import { legalReceiptStatusWords, receiptAllowanceStatusWords, receiptMediumWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { approvesRefunds, recordsPayments } from '../../kit/roles.ts'
import { plural, useSay } from '../../kit/words.ts'
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
  const { id, booking_number, currency, paid, issued_receipts } = booking
  const mayRead = recordsPayments(me) || approvesRefunds(me)
  // Receipts that were there before are read when somebody wants to see them.
  const [isShown, setShown] = useState(issued_receipts === 0)
  const { data = [] } = useQuery({
    queryKey: ['legal-receipts', { booking: id }],
    queryFn: () => listBookingLegalReceipts(guidon, id),
    enabled: mayRead && isShown && issued_receipts > 0,
  })
  const mayIssue = recordsPayments(me) && currency === 'TWD' && paid > 0
  if (!mayRead || (issued_receipts === 0 && !recordsPayments(me))) return null
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
      {!isShown && (
        <button type="button" className="button plain" onClick={() => setShown(true)}>
          {say(`顯示 ${issued_receipts} 張收據`, `Show ${plural(issued_receipts, 'receipt')}`)}
        </button>
      )}
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
