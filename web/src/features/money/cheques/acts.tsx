import { bounceCheque, type Cheque, clearCheque, depositCheque, giveChequeBack } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { today } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { useSay, type Words } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { answersIn, Confirmations } from '../../../ui/forms/confirmations.tsx'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { chequeChanges } from '../../bookings/shared/cheques/changes.ts'
import css from '../cash/page.module.css'

/** What is possible with a cheque now. */
export const ChequeActs = ({ cheque }: { cheque: Cheque }) => {
  const { id, version, number, possible, due_on } = cheque
  const about: Words = [number, number]
  return (
    <span className={css.rowActs}>
      {possible.includes('deposit') && (
        <ActButton
          words={['託收', 'Pay in']}
          about={number}
          act={(guidon) => depositCheque(guidon, id, {}, { version })}
          says={['已託收', 'Paid in']}
          changes={chequeChanges}
        />
      )}
      {possible.includes('clear') && due_on <= today() && (
        <OpenButton words={['兌現…', 'Cleared…']} about={about} className="button main">
          {(close) => <ClearSheet cheque={cheque} close={close} />}
        </OpenButton>
      )}
      {possible.includes('bounce') && (
        <OpenButton words={['退票…', 'Bounced…']} about={about} className="button">
          {(close) => <BounceSheet cheque={cheque} close={close} />}
        </OpenButton>
      )}
      {possible.includes('give_back') && (
        <OpenButton words={['退還…', 'Give back…']} about={about} className="button">
          {(close) => <GiveBackSheet cheque={cheque} close={close} />}
        </OpenButton>
      )}
    </span>
  )
}

type Props = { cheque: Cheque; close: () => void }

const ClearSheet = ({ cheque: { id, version, amount, currency, parts }, close }: Props) => {
  const say = useSay()
  const clearing = useWrite({
    send: (body: Parameters<typeof clearCheque>[2], guidon) => clearCheque(guidon, id, body, { version }),
    says: ['已兌現，登錄為收款', 'Cleared, and recorded as paid'],
    changes: chequeChanges,
    close,
  })
  const [only] = parts
  return (
    <Sheet title={say('支票已兌現', 'The cheque has cleared')} close={close}>
      <p>
        <b>{price(amount, currency)}</b>
      </p>
      <Form
        of={{ id }}
        send={say('登錄兌現', 'Record it')}
        error={clearing.error}
        isPending={clearing.isPending}
        submit={(given) =>
          clearing.mutate({ cleared_on: given('cleared_on') || null, ...answersIn(given, ['amount']) })
        }
      >
        <DayField id="cleared_on" label={say(...label.cleared_on)} first={today()} />
        <Confirmations
          error={clearing.error}
          of={[
            {
              field: 'amount',
              value: only?.amount,
              shown: price(only?.amount ?? 0, currency),
              needsNoReason: true,
              now: () => String(only?.amount ?? ''),
            },
          ]}
        />
      </Form>
    </Sheet>
  )
}

const BounceSheet = ({ cheque: { id, version }, close }: Props) => {
  const say = useSay()
  const bouncing = useWrite({
    send: (reason: string, guidon) => bounceCheque(guidon, id, { reason }, { version }),
    says: ['已登錄退票，訂單重新列為未付', 'Recorded as bounced: the booking owes again'],
    changes: chequeChanges,
    close,
  })
  return (
    <Sheet title={say('支票退票', 'The cheque has bounced')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('登錄退票', 'Bounced')}
        sending={bouncing}
        id="bounce-reason"
        label={say('退票原因', 'Why it bounced')}
        hint={say('業務會看到這句話。例：存款不足。', 'The salesperson reads this, such as: not enough money.')}
      />
    </Sheet>
  )
}

const GiveBackSheet = ({ cheque: { id, version }, close }: Props) => {
  const say = useSay()
  const giving = useWrite({
    send: (reason: string, guidon) => giveChequeBack(guidon, id, { reason }, { version }),
    says: ['已退還客戶', 'Given back'],
    changes: chequeChanges,
    close,
  })
  return (
    <Sheet title={say('退還支票', 'Give the cheque back')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('退還', 'Give back')}
        sending={giving}
        id="give-back-reason"
        label={say('退還原因', 'Why it is given back')}
        hint={say('例：客戶改以匯款付清。', 'Such as: the customer pays by transfer instead.')}
      />
    </Sheet>
  )
}
