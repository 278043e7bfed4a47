import { dayOfYear } from '../../kit/days.ts'
import css from './board.module.css'

/**
 * The words of a trip on its bar: of `DAD 12/8 峴港會安五日` as many as fit, none of them cut off. The whole title, with the serial, is
 * read aloud and shown on hover.
 */
export const BarWords = ({ title, day }: { title: string; day: string }) => {
  const [, code, name] = /^([A-Z]{2,4})\d\S*\s+(.*)$/.exec(title) ?? []
  if (!code) return title
  return (
    <>
      <span className="unseen">{title}</span>
      <span className={css.fitting} aria-hidden="true">
        <span>{code}</span> <span>{dayOfYear(day)}</span> {name}
      </span>
    </>
  )
}
