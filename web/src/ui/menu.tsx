import { type ComponentType, type KeyboardEvent, type ReactNode, type SVGProps, useRef, useState } from 'react'
import css from './menu.module.css'

type Props = {
  label: string
  icon: ComponentType<SVGProps<SVGSVGElement>>
  children: (menu: { isOpen: boolean; close: () => void }) => ReactNode
}

/** As wide as its card may become, in `menu.module.css`. */
const WIDEST = 340
const hasRoom = (menu: HTMLElement) => menu.getBoundingClientRect().left + WIDEST < window.innerWidth

/** A chip among the filters of a list that opens a card below it. Escape closes it, and so does leaving it. */
export const Menu = ({ label, icon: Icon, children }: Props) => {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => menu.current?.removeAttribute('open')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    close()
    menu.current?.querySelector('summary')?.focus()
  }
  return (
    <details
      className={css.menu}
      ref={menu}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        currentTarget.dataset.at = hasRoom(currentTarget) ? 'start' : 'end'
      }}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => relatedTarget && !currentTarget.contains(relatedTarget) && close()}
    >
      <summary className="chip">
        <Icon width={15} height={15} />
        {label}
      </summary>
      <div className={css.card}>{children({ isOpen, close })}</div>
    </details>
  )
}
