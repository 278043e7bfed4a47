import { type BookingReceiptMisfitInput, previewReceiptMisfits } from 'guidon-sdk'
import { misfitWords, wayOutWords } from 'guidon-sdk/words'
import { guidon } from '../../../../kit/api.ts'
import { price } from '../../../../kit/money.ts'
import { usePreview } from '../../../../kit/preview.ts'
import { type Say, useSay } from '../../../../kit/words.ts'

type Misfit = Awaited<ReturnType<typeof previewReceiptMisfits>>[number]

/** The receipts that no longer fit once it is done, and what to do with each of them. */
export const ReceiptMisfits = ({ misfits }: { misfits: readonly Misfit[] }) => {
  const say = useSay()
  if (misfits.length === 0) return null
  return (
    <div className="told">
      <p>{say('這些代收轉付收據不再相符，請先處理：', 'These legal receipts no longer fit. Deal with them first:')}</p>
      <ul>
        {misfits.map((misfit) => (
          <li key={misfit.legal_receipt_id}>{misfitIn(say, misfit)}</li>
        ))}
      </ul>
    </div>
  )
}

/** One of them in a line. */
export const misfitIn = (say: Say, { number, amount, misfit, way_out, give_back }: Misfit) => {
  const [why, what] = [say(...misfitWords[misfit]), say(...wayOutWords[way_out])]
  const called = number ?? say('開立中的收據', 'A receipt that is being issued')
  const back = way_out === 'allowance' ? ` ${price(give_back)}` : ''
  return say(
    `${called} ${price(amount)}（${why}）：${what}${back}`,
    `${called} ${price(amount)} (${why.toLowerCase()}): ${what.toLowerCase()}${back && ` of${back}`}`,
  )
}

type Intended = { booking: number; change: BookingReceiptMisfitInput; isSent: boolean }

/** The same for a change that has no dry run of its own. Whoever may not read receipts sees none. */
export const MisfitsOfChange = ({ booking, change, isSent }: Intended) => {
  const { data } = usePreview({
    key: ['legal-receipts', { misfits: booking, change }],
    ask: (signal) => previewReceiptMisfits(guidon, booking, change, { signal }),
    isSent,
  })
  return data ? <ReceiptMisfits misfits={data} /> : null
}
