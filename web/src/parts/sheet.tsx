import './sheet.css'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useSay } from '../kit/words.ts'
import { X } from './icons.tsx'

/** What is asked before something is done: beside the page, over it on a phone. Escape closes it. */
export const Sheet = ({ title, close, children }: { title: string; close: () => void; children: ReactNode }) => {
  const say = useSay()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const closeOutside = ({ target }: MouseEvent) => target === dialog.current && close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too.
    <dialog className="sheet" ref={dialog} aria-label={title} onClose={close} onClick={closeOutside}>
      <div className="inner">
        <header>
          <h2>{title}</h2>
          <button type="button" className="button plain square" onClick={close} aria-label={say('關閉', 'Close')}>
            <X />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
