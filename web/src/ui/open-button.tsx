import { type ComponentType, type ReactNode, Suspense, type SVGProps, useState } from 'react'
import { useSay, type Words } from '../kit/words.ts'

type Props = {
  words: Words
  icon?: ComponentType<SVGProps<SVGSVGElement>>
  /** The subject, for screen readers. */
  about?: Words
  className?: string | undefined
  children: (close: () => void) => ReactNode
}

/** A button that loads and opens a sheet. */
export const OpenButton = ({ words, icon: Icon, about, className = 'button more', children }: Props) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {Icon && <Icon width={15} height={15} />}
        {say(...words)}
        {about && <span className="unseen"> {say(...about)}</span>}
      </button>
      <Suspense>{isOpen && children(() => setOpen(false))}</Suspense>
    </>
  )
}
