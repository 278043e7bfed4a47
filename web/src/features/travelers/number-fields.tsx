import type { TripRegistrationDocument } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Field, type Given } from '../../ui/forms/form.tsx'

/** The number and the expiry date of a document. The number is masked in answers, so an empty field keeps it. */
export const NumberFields = ({ document }: { document: TripRegistrationDocument | undefined }) => {
  const say = useSay()
  const now = document?.number
  return (
    <>
      <Field
        id="number"
        label={say(...label.number)}
        {...(now && { hint: say(`現在是 ${now}；留空不改。`, `Currently ${now}. Leave empty to keep it.`) })}
        autoComplete="off"
      />
      <DayField id="expires_on" label={say(...label.expires_on)} first={document?.expires_on ?? undefined} />
    </>
  )
}

export const numbersIn = (given: Given) => ({
  ...(given('number') && { number: given('number') }),
  ...(given('expires_on') && { expires_on: given('expires_on') }),
})
