import type { CashDrawer } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../../kit/words.ts'
import { Choice } from '../../../ui/forms/form.tsx'

/** Which drawer, for people with cash in several currencies. */
export const CurrencyField = ({ drawers }: { drawers: CashDrawer[] }) => {
  const say = useSay()
  if (drawers.length < 2) return null
  return (
    <Choice
      id="currency"
      label={say(...label.currency)}
      options={drawers.map(({ currency }) => [currency, currency] as const)}
    />
  )
}
