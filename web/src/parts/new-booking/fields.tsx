import { marketingSourceWords } from 'guidon-sdk/words/marketing-source'
import { paymentMethodWords } from 'guidon-sdk/words/payment-method'
import { travelPurposeWords } from 'guidon-sdk/words/travel-purpose'
import './sheet.css'
import { useSay } from '../../kit/words.ts'
import { offeredIn } from '../choices.ts'
import { Choice, Field } from '../form.tsx'

type Contact = { name: string; phone: string | null; email: string | null; line_id: string | null }

/** Who answers for the booking. */
export const ContactFields = ({ first }: { first?: Contact }) => {
  const say = useSay()
  return (
    <div className="pair">
      <Field id="contact.name" label={say('姓名', 'Name')} defaultValue={first?.name} maxLength={100} required />
      <Field
        id="contact.phone"
        label={say('電話', 'Phone')}
        defaultValue={first?.phone ?? ''}
        inputMode="tel"
        placeholder="+886 912 345 678"
        required={first?.phone !== null}
      />
      <Field
        id="contact.email"
        label={say('電子郵件', 'Email')}
        defaultValue={first?.email ?? ''}
        inputMode="email"
        required={first?.email !== null}
      />
      <Field
        id="contact.line_id"
        label={say('LINE（可留空）', 'LINE (optional)')}
        defaultValue={first?.line_id ?? ''}
      />
    </div>
  )
}

type How = { payment_method: string | null; travel_purpose: string | null; marketing_source: string | null }
const usual: How = { payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' }

/** How it is paid, what for, and how the customer came here. */
export const HowFields = ({ how = usual }: { how?: How }) => {
  const say = useSay()
  return (
    <div className="pair">
      <Choice
        id="payment_method"
        label={say('付款方式', 'Payment')}
        options={offeredIn(say, paymentMethodWords, how.payment_method)}
        defaultValue={how.payment_method ?? ''}
      />
      <Choice
        id="travel_purpose"
        label={say('旅遊目的', 'Purpose')}
        options={offeredIn(say, travelPurposeWords, how.travel_purpose)}
        defaultValue={how.travel_purpose ?? ''}
      />
      <Choice
        id="marketing_source"
        label={say('怎麼知道我們', 'How they found us')}
        options={offeredIn(say, marketingSourceWords, how.marketing_source)}
        defaultValue={how.marketing_source ?? ''}
      />
    </div>
  )
}

/** The law asks for it before personal data are kept. */
export const Consent = () => {
  const say = useSay()
  return (
    <label className="check">
      <input type="checkbox" name="privacy_consent" required />
      {say('客戶已同意個資的蒐集與使用', 'The customer agrees that we keep and use these data')}
    </label>
  )
}
