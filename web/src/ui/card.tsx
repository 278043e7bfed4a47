import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  count?: number | undefined
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A section of a page with its heading. */
export const Card = ({ title, count, aside, className = '', children }: Props) => {
  const id = useId()
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className="count">{count}</span>}
        {aside}
      </header>
      {children}
    </section>
  )
}
