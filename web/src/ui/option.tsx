import { type ReactNode, useEffect, useRef } from 'react'

type Key = string | number

export const optionId = (list: string, key: Key) => `${list}-${key}`

/** The attributes by which a field describes the list below it. The focus stays in the field, which names the active option. */
export const fieldOf = (list: string, isOpen: boolean, active: Key | undefined) =>
  ({
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? list : undefined,
    'aria-activedescendant': isOpen && active !== undefined ? optionId(list, active) : undefined,
  }) as const

type Props = { id: string; isActive: boolean; take: () => void; mark?: () => void; children: ReactNode }

/** A row of such a list; it scrolls into view when it becomes the active one. */
export const Option = ({ id, isActive, take, mark, children }: Props) => {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      id={id}
      ref={row}
      role="option"
      aria-selected={isActive}
      // Otherwise the field would lose the focus, which closes some lists before the click.
      onMouseDown={(event) => event.preventDefault()}
      // `mouseenter` would also fire when the list scrolls below a resting pointer.
      onMouseMove={mark}
      onClick={take}
    >
      {children}
    </div>
  )
}
