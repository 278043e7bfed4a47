import type { Guidon } from 'guidon-sdk'
import { Suspense } from 'react'
import { isForApproval, isSheetOpen } from '../kit/api.ts'
import { lazy } from '../kit/lazy.ts'
import { useSay, type Words } from '../kit/words.ts'
import { useRefusalToast, useWrite } from '../kit/write.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { Refused } from './refused.tsx'

const AskSheet = lazy(() => import('./forms/ask-sheet.tsx'))

type Props = {
  words: Words
  act: (guidon: Guidon) => Promise<unknown>
  says: Words
  changes: readonly string[]
  /** The question before the action; without it, the button acts at once. */
  sure?: Words
  isMain?: boolean
  /** The subject of the action, for screen readers. */
  about?: string
  close?: () => void
  /** What is asked for in an approval, if the action is refused and an approval makes it possible. */
  asks?: object
}

/** A button for one action without a form. A refusal is shown in a toast, within a sheet beside the button. */
export const ActButton = ({ words, act, says, changes, sure, isMain, about, close, asks }: Props) => {
  const say = useSay()
  const { mutate, error, isPending, reset } = useWrite({
    send: (_, guidon) => act(guidon),
    says,
    changes,
    ...(close && { close }),
  })
  const tell = useRefusalToast()
  // Toasts are below a sheet.
  const onError = (refused: Error) => {
    const isAsked = asks && isForApproval(refused)
    if (!isAsked && !isSheetOpen()) tell(refused)
  }
  const go = () => mutate(undefined, { onError })
  return (
    <>
      {isSheetOpen() && !isForApproval(error) && <Refused error={error} />}
      <Suspense>
        {error && asks && isForApproval(error) && (
          <AskSheet error={error} params={asks} changes={changes} close={reset} />
        )}
      </Suspense>
      {sure ? (
        <ConfirmButton words={say(...words)} sure={say(...sure)} act={go} disabled={isPending} about={about} />
      ) : (
        <button type="button" className={isMain ? 'button main' : 'button'} disabled={isPending} onClick={go}>
          {say(...words)}
          {about && <span className="unseen"> {about}</span>}
        </button>
      )}
    </>
  )
}
