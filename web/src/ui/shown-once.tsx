import { useSay } from '../kit/words.ts'
import { CopyButton } from './copy-button.tsx'
import css from './shown-once.module.css'

/** A secret that is shown only once, with a button that copies it. */
export const ShownOnce = ({ label, value }: { label: string; value: string }) => {
  const say = useSay()
  return (
    <section className={css.shownOnce} aria-label={label}>
      <code>{value}</code>
      <p className="small soft">{say('只在這裡顯示這一次。', 'It is shown only now.')}</p>
      <CopyButton text={value} />
    </section>
  )
}
