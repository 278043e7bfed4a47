import type { ReactNode } from 'react'
import css from './page.module.css'

/** The examples of one part below its name. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.part}>
    <h3>{title}</h3>
    {children}
  </div>
)

/** Small examples side by side. */
export const Line = ({ children }: { children: ReactNode }) => <div className={css.line}>{children}</div>
