import type { ReactNode, SyntheticEvent } from 'react'
import X from '~icons/lucide/x'
import { useModal } from '../../kit/modal.ts'
import { useSay } from '../../kit/words.ts'
import { iconName } from '../icon-name.ts'

/** A dialog with a form. Escape closes it; a click outside does not, so that nothing typed is lost. */
export const Sheet = ({ title, close, children }: { title: string; close: () => void; children: ReactNode }) => {
  const say = useSay()
  const dialog = useModal()
  // React tells a dialog also of those within it.
  const onClose = ({ target, currentTarget }: SyntheticEvent) => {
    if (target === currentTarget) close()
  }
  return (
    <dialog className="sheet" ref={dialog} aria-label={title} onClose={onClose}>
      <div className="inner">
        <header>
          <h2>{title}</h2>
          <button type="button" className="button plain square" onClick={close} {...iconName(say('關閉', 'Close'))}>
            <X />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
