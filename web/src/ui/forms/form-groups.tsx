import './form-groups.css'
import type { ReactNode } from 'react'

/** Fields of a form that belong together, below their heading. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="group">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** Short fields side by side. */
export const Pairs = ({ children }: { children: ReactNode }) => <div className="pairs">{children}</div>
