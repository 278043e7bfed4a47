import { Suspense, useState } from 'react'
import Eye from '~icons/lucide/eye'
import { lazy } from '../kit/lazy.ts'
import { useSay } from '../kit/words.ts'
import { iconName } from './icon-name.ts'

const RevealSheet = lazy(() => import('./forms/reveal-sheet.tsx'))

type Props = {
  masked: string
  /** Reads the whole number; the service logs who asked and why. */
  read: (reason: string) => Promise<string | null | undefined>
}

/** A number that is masked until the reader gives a reason. */
export const MaskedNumber = ({ masked, read }: Props) => {
  const say = useSay()
  const [shown, show] = useState<string | null>()
  const [isAsking, setAsking] = useState(false)
  const reveal = async (reason: string) => show(await read(reason))
  if (shown) return <>{shown}</>
  return (
    <>
      {masked}{' '}
      <button
        type="button"
        className="button plain square"
        {...iconName(say('顯示號碼', 'Show the number'))}
        onClick={() => setAsking(true)}
      >
        <Eye width={15} height={15} />
      </button>
      <Suspense>{isAsking && <RevealSheet reveal={reveal} close={() => setAsking(false)} />}</Suspense>
    </>
  )
}
