import type { ReactNode } from 'react'
import Pencil from '~icons/lucide/pencil'
import type { Words } from '../kit/words.ts'
import { OpenButton } from './open-button.tsx'

type Props = {
  /** The subject, for screen readers, in the head of a card. */
  about?: Words
  children: (close: () => void) => ReactNode
}

/** Opens the form of what it stands at: in the heading of a page that of the record, in the head of a card that of the card. */
export const Edit = ({ about, children }: Props) => (
  <OpenButton words={['修改', 'Edit']} icon={Pencil} {...(about ? { about } : { className: 'button' })}>
    {children}
  </OpenButton>
)
