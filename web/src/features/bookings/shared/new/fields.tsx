import * as label from 'guidon-sdk/labels'
import { consentHowWords, marketingSourceWords, paymentMethodWords, travelPurposeWords } from 'guidon-sdk/words'
import type { ReactNode } from 'react'
import { choicesOf, offeredIn } from '../../../../kit/choices.ts'
import { useSay } from '../../../../kit/words.ts'
import { Choice, Field } from '../../../../ui/forms/form.tsx'
import css from '../../../../ui/forms/form-groups.module.css'

type Contact = { name: string; phone: string | null; email: string | null; line_id: string | null }

type ContactProps = { first?: Contact; below?: ReactNode; renamed?: (name: string) => void }
/** The contact of the booking. */
export const ContactFields = ({ first, below, renamed }: ContactProps) => {
  const say = useSay()
  return (
    <div className={css.pair}>
      <Field
        id="contact.name"
        label={say('姓名', 'Name')}
        defaultValue={first?.name}
        maxLength={100}
        required
        {...(renamed && { onBlur: ({ target }) => renamed(target.value.trim()) })}
      />
      <Field
        id="contact.phone"
        label={say(...label.phone)}
        defaultValue={first?.phone ?? ''}
        inputMode="tel"
        placeholder="0912-345-678"
        required={first?.phone !== null}
      />
      {below}
      <Field
        id="contact.email"
        label={say('電子郵件（可留空）', 'Email (optional)')}
        hint={say(
          '沒有電子郵件時不會寄信；建立後可取得客戶連結，以 LINE 或簡訊傳給客戶。',
          'Without an email no mail is sent; after booking you can get a customer link to send by LINE or SMS.',
        )}
        defaultValue={first?.email ?? ''}
        inputMode="email"
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
const unknown: How = { payment_method: null, travel_purpose: null, marketing_source: null }

/** The payment method, the purpose, and how the customer found the agency. */
export const HowFields = ({ how = unknown }: { how?: How }) => {
  const say = useSay()
  return (
    <div className={css.pair}>
      <Choice
        id="payment_method"
        label={say(...label.payment_method)}
        options={offeredIn(say, paymentMethodWords, how.payment_method)}
        defaultValue={how.payment_method ?? ''}
      />
      <Choice
        id="travel_purpose"
        label={say(...label.travel_purpose)}
        options={offeredIn(say, travelPurposeWords, how.travel_purpose)}
        defaultValue={how.travel_purpose ?? ''}
      />
      <Choice
        id="marketing_source"
        label={say(...label.marketing_source)}
        options={offeredIn(say, marketingSourceWords, how.marketing_source)}
        defaultValue={how.marketing_source ?? ''}
      />
    </div>
  )
}

/** How the customer consented to the processing of personal data; by telephone it may follow later. */
export const Consent = ({ how = null }: { how?: string | null }) => {
  const say = useSay()
  return (
    <Choice
      id="privacy_consent_how"
      label={say(...label.privacy_consent_how)}
      hint={say(
        '個資法要求取得同意；尚未取得時請稍後補登。',
        'Required by privacy law; if you do not have it yet, record it later.',
      )}
      options={[
        ['', say('尚未取得', 'Not given yet')],
        ...choicesOf(say, consentHowWords).filter(([way]) => way !== 'online' || how === way),
      ]}
      defaultValue={how ?? ''}
    />
  )
}
