import { type ReactNode, useId } from 'react'
import { useSay } from '../kit/words.ts'

/** What has to be done next with a record: the first thing below its heading, on a phone too. */
export const Next = ({ children }: { children: ReactNode }) => {
  const say = useSay()
  const id = useId()
  return (
    <section className="card asks next-step" aria-labelledby={id}>
      <h2 id={id}>{say('下一步', 'Next')}</h2>
      {children}
    </section>
  )
}
