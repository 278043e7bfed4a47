import type { PlannedTripPassThroughStatement } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import { dayWithYear } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { price } from '../../../kit/money.ts'
import { invoicesMargins } from '../../../kit/roles.ts'
import { locale, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'

const InvoiceSheet = lazy(() => import('./margin-invoice-sheet.tsx'))

type Props = { trip: number; statement: PlannedTripPassThroughStatement }

/** What the trip passed on for the tax office, its statement, and the invoice of what is left. */
export const PassThrough = ({ trip, statement }: Props) => {
  const say = useSay()
  const mayInvoice = invoicesMargins(useMe())
  const [isOpen, setOpen] = useState(false)
  const { currency, sold, own_income, receipted, passed_through, without_voucher, margin, margin_invoice } = statement
  const invoiced = margin_invoice
    ? `${margin_invoice.number} · ${dayWithYear(margin_invoice.issued_on)} · ${price(margin_invoice.amount, currency)}`
    : say(
        `${dayWithYear(statement.margin_invoice_due_on)} 前開立`,
        `to be issued by ${dayWithYear(statement.margin_invoice_due_on)}`,
      )
  return (
    <Card
      title={say(...label.pass_through)}
      aside={
        mayInvoice && (
          <button type="button" className="button more" onClick={() => setOpen(true)}>
            {margin_invoice
              ? say('更正差額發票…', 'Correct the invoice…')
              : say('登錄差額發票…', 'Record the invoice…')}
          </button>
        )
      }
    >
      <div className="within">
        <Facts
          facts={[
            [say('已售', 'Sold'), price(sold, currency)],
            [say(...label.own_income), own_income !== 0 && price(own_income, currency)],
            [say('已開收據', 'Receipts issued'), price(receipted, currency)],
            [say('轉付（有憑證）', 'Passed on, with proof'), price(-passed_through, currency)],
            [say('差額', 'Margin for the tax office'), <b key="margin">{price(margin, currency)}</b>],
            [
              say('無憑證成本，不得扣除', 'Without a voucher, not taken off'),
              without_voucher > 0 && (
                <span key="without" className="late">
                  {price(without_voucher, currency)}
                </span>
              ),
            ],
            [say(...label.margin_invoice), margin > 0 || margin_invoice ? invoiced : say('不必開立', 'none is needed')],
          ]}
        />
        <Printed trip={trip} mayBeSigned={without_voucher > 0} />
      </div>
      {isOpen && (
        <Suspense>
          <InvoiceSheet trip={trip} statement={statement} close={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const Printed = ({ trip, mayBeSigned }: { trip: number; mayBeSigned: boolean }) => {
  const say = useSay()
  const at = `/api/planned-trips/${trip}`
  const asked = `locale=${locale.now()}`
  const papers = [
    [say('代收轉付明細表', 'Statement'), `${at}/pass-through-statement?format=pdf&${asked}`],
    [say('Excel', 'Excel'), `${at}/pass-through-statement?format=xlsx&${asked}`],
    ...(mayBeSigned ? [[say('無憑證支出證明', 'Paper to be signed'), `${at}/signed-costs?${asked}`]] : []),
  ] as const
  return (
    <p className="ways">
      {papers.map(([words, href]) => (
        <a key={href} className="button" href={href} target="_blank" rel="noreferrer">
          {words}
        </a>
      ))}
    </p>
  )
}
