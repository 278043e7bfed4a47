import { type BookingLegalReceipt, refreshLegalReceipt, resendLegalReceipt } from 'guidon-sdk'
import { Suspense } from 'react'
import { lazy } from '../../../../kit/lazy.ts'
import { useSay, type Words } from '../../../../kit/words.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { OpenButton } from '../../../../ui/open-button.tsx'
import { receiptChanges } from './changes.ts'

// With a sentence for each code of the platform.
const Refusal = lazy(() => import('./refusal.tsx'))
const MendSheet = lazy(() => import('./mend-sheet.tsx'))

type Props = { receipt: BookingLegalReceipt }

/** What the platform has refused, of a receipt and of what of it was given back, and where the buyer sees it. */
export const AtPlatform = ({ receipt: { medium, error, platform, allowances } }: Props) => {
  const say = useSay()
  if (medium === 'paper') return null
  const errors = [error, ...allowances.map((each) => each.error)].filter((each) => each !== null)
  return (
    <>
      {errors.map((each) => (
        <Suspense key={each} fallback={null}>
          <Refusal error={each} />
        </Suspense>
      ))}
      {platform?.display_url && (
        <span className="sub">
          <a href={platform.display_url} target="_blank" rel="noreferrer">
            {say('平台上的收據', 'The receipt at the platform')}
          </a>
          {say('（只能列印一次）', ' (it prints once)')}
        </span>
      )}
    </>
  )
}

/** What can be done at the platform: issue a refused receipt again, ask what one has become, mail it once more. */
export const PlatformActs = ({ receipt }: Props) => {
  const { id, version, medium, status, number, buyer_name } = receipt
  if (medium === 'paper') return null
  const about: Words = [number ?? buyer_name, number ?? buyer_name]
  if (status === 'refused')
    return (
      <OpenButton words={['更正並重新開立…', 'Mend and issue again…']} about={about} className="button">
        {(close) => <MendSheet receipt={receipt} close={close} />}
      </OpenButton>
    )
  return (
    <>
      <ActButton
        words={['查詢平台', 'Ask the platform']}
        about={about[0]}
        act={(guidon) => refreshLegalReceipt(guidon, id, {}, { version })}
        says={['已向平台查詢，稍後更新', 'The platform is asked; the answer comes soon']}
        changes={receiptChanges}
      />
      {status === 'issued' && (
        <ActButton
          words={['補寄收據', 'Mail it again']}
          about={about[0]}
          act={(guidon) => resendLegalReceipt(guidon, id, {}, { version })}
          says={['平台會再寄一次', 'The platform mails it once more']}
          changes={receiptChanges}
        />
      )}
    </>
  )
}
