import { useSay } from '../../kit/words.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import css from './recovery-codes.module.css'

/** The recovery codes for a lost phone; they are shown only once. */
export const RecoveryCodes = ({ codes }: { codes: string[] }) => {
  const say = useSay()
  return (
    <section className={css.recovery} aria-label={say('備用碼', 'Recovery codes')}>
      <p>
        {say(
          '手機遺失時，用一組備用碼登入；每組只能用一次，只在這裡顯示這一次。請列印或存進密碼管理程式。',
          'If you lose your phone, sign in with one of these codes. Each works once, and they are shown only now: print them, or keep them in a password manager.',
        )}
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="ways">
        <CopyButton text={codes.join('\n')} />
        <button type="button" className="button" onClick={() => print()}>
          {say('列印', 'Print')}
        </button>
      </div>
    </section>
  )
}
