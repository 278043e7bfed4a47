import { useQuery } from '@tanstack/react-query'
import { deletePaymentReminder, listPaymentReminders, type PaymentReminder, updatePaymentReminder } from 'guidon-sdk'
import { paymentPurposeWords } from 'guidon-sdk/words'
import { allOf } from '../../../kit/all-of.ts'
import { guidon } from '../../../kit/api.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Loading } from '../../../ui/empty.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { ruleWords } from '../../bookings/shared/reminders/days.ts'
import css from './page.module.css'
import { Plan } from './plan.tsx'
import { purposes } from './purposes.ts'

const RuleSheet = lazy(() => import('./rule-sheet.tsx'))

/** By which rules customers are reminded of payments, and who is on a day. */
export default function Reminders() {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['payment-reminders', 'rules'],
    queryFn: () => allOf((at) => listPaymentReminders(guidon, { ...at })),
  })
  if (!data) return <Loading />
  return (
    <>
      <Card
        title={say('提醒規則', 'Rules')}
        aside={
          <OpenButton words={['新增規則…', 'Add a rule…']} className="button more">
            {(close) => <RuleSheet close={close} />}
          </OpenButton>
        }
      >
        <p className="within small soft">
          {say(
            '每天上午十點依規則寄信給聯絡人，同一筆訂單一天最多一封；已回報付款、銀行有可能的入帳、當天剛收款，或暫停提醒時不寄。',
            'At ten in the morning contacts are mailed by these rules, once a day at most. Not while a payment is reported, money in the bank may be theirs, some came that day, or reminders are silent.',
          )}
        </p>
        <div className={css.purposes}>
          {purposes.map((purpose) => (
            <section key={purpose} className={css.purpose}>
              <h3>{say(...paymentPurposeWords[purpose])}</h3>
              <ul>
                {data
                  .filter((rule) => rule.purpose === purpose)
                  .sort((one, other) => one.days - other.days)
                  .map((rule) => (
                    <Rule key={rule.id} rule={rule} />
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </Card>
      <Plan />
    </>
  )
}

const ruleChanges = ['payment-reminders', 'bookings', 'work']

const Rule = ({ rule: { id, version, days, is_active } }: { rule: PaymentReminder }) => {
  const say = useSay()
  const switching = useWrite({
    send: (_, guidon) => updatePaymentReminder(guidon, id, { is_active: !is_active }, { version }),
    says: is_active ? ['已停用', 'Switched off'] : ['已啟用', 'Switched on'],
    tellsRefusal: true,
    changes: ruleChanges,
  })
  const removing = useWrite({
    send: (_, guidon) => deletePaymentReminder(guidon, id, { version }),
    says: ['已移除', 'Removed'],
    tellsRefusal: true,
    changes: ruleChanges,
  })
  const called = ruleWords(say, days)
  return (
    <li>
      <span className={is_active ? '' : 'soft'}>
        {called}
        {!is_active && say('（停用）', ' (off)')}
      </span>
      <span className={css.acts}>
        <button
          type="button"
          className="button"
          disabled={switching.isPending}
          onClick={() => switching.mutate(undefined)}
        >
          {is_active ? say('停用', 'Switch off') : say('啟用', 'Switch on')}
          <span className="unseen"> {called}</span>
        </button>
        <ConfirmButton
          words={say('移除', 'Remove')}
          sure={say('確定移除？', 'Remove it?')}
          about={called}
          act={() => removing.mutate(undefined)}
          disabled={removing.isPending}
        />
      </span>
    </li>
  )
}
