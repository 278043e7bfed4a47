import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  /** Its id, for links that lead to it. */
  anchor?: string
  /** Its subject, for screen readers, where a page has several cards with the same title. */
  about?: string
  count?: number | undefined
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A section of a page with its heading. */
export const Card = ({ title, anchor, about, count, aside, className = '', children }: Props) => {
  const id = useId()
  return (
    <section id={anchor} className={`card ${className}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {title}
          {about && <span className="unseen"> {about}</span>}
        </h2>
        {count !== undefined && <span className="count">{count}</span>}
        {aside}
      </header>
      {children}
    </section>
  )
}
