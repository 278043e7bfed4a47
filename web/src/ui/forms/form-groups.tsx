import type { ReactNode } from 'react'
import css from './form-groups.module.css'

/** A group of fields below a heading. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={css.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** Short fields side by side. */
export const Pairs = ({ children }: { children: ReactNode }) => <div className={css.pairs}>{children}</div>
