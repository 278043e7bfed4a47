import { type ReactNode, Suspense, useState } from 'react'
import { useSay, type Words } from '../kit/words.ts'

type Props = { words: Words; className?: string; children: (close: () => void) => ReactNode }

/** Opens a sheet, which is loaded then. */
export const OpenButton = ({ words, className = 'button more', children }: Props) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {say(...words)}
      </button>
      <Suspense>{isOpen && children(() => setOpen(false))}</Suspense>
    </>
  )
}
