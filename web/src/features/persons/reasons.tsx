import type { PersonDouble } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import css from './reasons.module.css'

/** Why persons may be the same. */
export const Reasons = ({ reasons }: Pick<PersonDouble, 'reasons'>) => {
  const say = useSay()
  return (
    <p className={css.same}>
      {reasons.map(({ code, label, label_en }) => (
        <span key={code} className={`badge ${strong.has(code) ? 'turn-done' : 'turn-department'}`}>
          {say(label, label_en)}
        </span>
      ))}
    </p>
  )
}
const strong = new Set(['passport', 'national_id', 'birth_date'])

export const contactIn = ({ phone, email }: { phone: string | null; email: string | null }) =>
  [phone, email].filter(Boolean).join('・')
