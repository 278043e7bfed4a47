import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './lines.module.css'
import type { MoneyFilter } from './search.ts'

/** Numbers of money, each of which leads to what it counts. */
export const Lines = ({ children }: { children: ReactNode }) => <ul className={css.lines}>{children}</ul>

type LineOf = {
  search: MoneyFilter
  words: string
  /** Of what the number is, such as `3 筆`. */
  of?: string
  /** One for each currency. */
  amounts: readonly string[]
  isLate?: boolean
  isOpen?: boolean
}
export const Line = ({ search, words, of, amounts, isLate, isOpen }: LineOf) => (
  <li className={isLate ? css.late : ''}>
    <Link className="link" to="/money" search={search} resetScroll={isOpen === undefined} aria-expanded={isOpen}>
      {words}
    </Link>
    <span className="soft small">{of}</span>
    <b className="number">{amounts.join('・')}</b>
  </li>
)
