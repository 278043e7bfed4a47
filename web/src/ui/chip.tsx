import type { ReactNode } from 'react'

/** What is shown or not, with one press. */
export const Chip = ({ isOn, toggle, children }: { isOn: boolean; toggle: () => void; children: ReactNode }) => (
  <button type="button" className="chip" aria-pressed={isOn} onClick={toggle}>
    {children}
  </button>
)
