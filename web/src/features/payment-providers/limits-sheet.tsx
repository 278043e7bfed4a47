import { type PaymentProvider, type PaymentProviderChange, updatePaymentProvider } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentProviderWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

/** What customers pay at once in each way, as the contract with the provider says, and which ways it takes. */
export const LimitsSheet = ({ provider, close }: { provider: PaymentProvider; close: () => void }) => {
  const say = useSay()
  const name = say(...paymentProviderWords[provider.provider])
  const { mutate, error, isPending } = useWrite({
    send: (change: PaymentProviderChange, guidon) =>
      updatePaymentProvider(guidon, provider.provider, change, { version: provider.version }),
    says: ['已儲存', 'Saved'],
    changes: ['payment-providers'],
    close,
  })
  const amount = (id: `${'card' | 'atm' | 'cvs'}_${'least' | 'most'}`, words: readonly [string, string]) => (
    <Field id={id} label={say(...words)} defaultValue={provider[id]} inputMode="numeric" required />
  )
  const takes = (id: 'takes_atm' | 'takes_cvs', words: readonly [string, string]) => (
    <label className="check">
      <input type="checkbox" name={id} value="yes" defaultChecked={provider[id]} />
      {say(...words)}
    </label>
  )
  return (
    <Sheet title={say(`${name}的付款方式與限額`, `Ways to pay and limits of ${name}`)} close={close}>
      <p className="small soft">
        {say(
          '依您與金流服務的合約填寫；超過最高金額的款項，客戶分次付。超商代碼只用在不必分次的金額。',
          'As your contract with the provider says. More than the most is paid in parts; at a convenience store only what needs no parts.',
        )}
      </p>
      <Form
        hasNoDraft
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            card_least: Number(given('card_least')),
            card_most: Number(given('card_most')),
            takes_atm: given('takes_atm') === 'yes',
            atm_least: Number(given('atm_least')),
            atm_most: Number(given('atm_most')),
            takes_cvs: given('takes_cvs') === 'yes',
            cvs_least: Number(given('cvs_least')),
            cvs_most: Number(given('cvs_most')),
          })
        }
      >
        {amount('card_least', label.card_least)}
        {amount('card_most', label.card_most)}
        {takes('takes_atm', label.takes_atm)}
        {amount('atm_least', label.atm_least)}
        {amount('atm_most', label.atm_most)}
        {takes('takes_cvs', label.takes_cvs)}
        {amount('cvs_least', label.cvs_least)}
        {amount('cvs_most', label.cvs_most)}
      </Form>
    </Sheet>
  )
}
