import { type CardRefundSettleInput, type RefundOrder, settleCardRefund } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { cardRefundHindranceWords } from 'guidon-sdk/words'
import { useSay, type Words } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Field, Form } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { WordChoice } from '../../../../ui/forms/word-choice.tsx'
import { refundChanges } from './refund.ts'

const outcomes = {
  false: ['沒有退，改以其他方式退', 'It was not: it is paid by another way'],
  true: ['已退回信用卡', 'The card has its money back'],
} as const satisfies Record<string, Words>

type Props = { refund: NonNullable<RefundOrder['card_refund']>; close: () => void }

/** Says whether the card has its money back, where the provider has left it unclear. */
export default function SettleSheet({ refund: { id, hindrance }, close }: Props) {
  const say = useSay()
  const settling = useWrite({
    send: (body: CardRefundSettleInput, guidon) => settleCardRefund(guidon, id, body),
    says: ['已記下退款的結果', 'Noted what became of the refund'],
    changes: refundChanges,
    close,
  })
  return (
    <Sheet title={say('退回信用卡的結果', 'What became of the refund')} close={close}>
      {hindrance && <p>{say(...cardRefundHindranceWords[hindrance])}</p>}
      <p>{say('請先到金流服務的後台查這筆交易。', 'Look the payment up at the provider first.')}</p>
      <Form
        of={{ id }}
        send={say('記下結果', 'Note it')}
        error={settling.error}
        isPending={settling.isPending}
        submit={(given) => settling.mutate({ is_refunded: given('is_refunded') === 'true', remark: given('remark') })}
      >
        <WordChoice id="is_refunded" label={say(...label.is_refunded)} first="false" words={outcomes} />
        <Field id="remark" label={say('查到的結果', 'What was found')} maxLength={500} required />
      </Form>
    </Sheet>
  )
}
