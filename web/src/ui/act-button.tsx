import type { Guidon } from 'guidon-sdk'
import { isSheetOpen } from '../kit/api.ts'
import { useSay, type Words } from '../kit/words.ts'
import { useRefusalToast, useWrite } from '../kit/write.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { Refused } from './refused.tsx'

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
}

/** A button for one action without a form. A refusal is shown in a toast, within a sheet beside the button. */
export const ActButton = ({ words, act, says, changes, sure, isMain, about, close }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => act(guidon),
    says,
    changes,
    ...(close && { close }),
  })
  const tell = useRefusalToast()
  // Toasts are below a sheet.
  const onError = (refused: Error) => isSheetOpen() || tell(refused)
  const go = () => mutate(undefined, { onError })
  return (
    <>
      {isSheetOpen() && <Refused error={error} />}
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
