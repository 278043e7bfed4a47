import { sentenceOf } from '../kit/api.ts'
import { showToast } from '../kit/toasts.ts'
import { useSay, type Words } from '../kit/words.ts'
import { useWrite } from '../kit/write.ts'
import { ConfirmButton } from './confirm-button.tsx'

type Props = {
  words: Words
  act: () => Promise<unknown>
  says: Words
  changes: readonly string[]
  /** It asks once before it acts. */
  sure?: Words
  isMain?: boolean
  /** What it is about, for those who hear the button alone. */
  about?: string
  close?: () => void
}

/** A button that does one thing without a form. A refusal is told in a toast. */
export const ActButton = ({ words, act, says, changes, sure, isMain, about, close }: Props) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({ send: act, says, changes, ...(close && { close }) })
  const unreachable = say('連不上服務，請稍後再試。', 'The service cannot be reached; try again soon.')
  const go = () =>
    mutate(undefined, { onError: (error) => showToast({ tone: 'bad', title: sentenceOf(error, unreachable) }) })
  if (sure) return <ConfirmButton words={say(...words)} sure={say(...sure)} act={go} disabled={isPending} />
  return (
    <button type="button" className={isMain ? 'button main' : 'button'} disabled={isPending} onClick={go}>
      {say(...words)}
      {about && <span className="unseen"> {about}</span>}
    </button>
  )
}
