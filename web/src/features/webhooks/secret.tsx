import { useSay } from '../../kit/words.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import css from './page.module.css'

/** The secret that signs the deliveries; it is shown only once. */
export const Secret = ({ secret, done }: { secret: string; done: () => void }) => {
  const say = useSay()
  return (
    <>
      <p>
        {say(
          '這是簽章金鑰，只顯示這一次；請存到接收的系統。',
          'This is the signing secret. It is shown only now: store it in the receiving system.',
        )}
      </p>
      <code className={css.secretCode}>{secret}</code>
      <div className="ways">
        <CopyButton text={secret} />
        <button type="button" className="button main" onClick={done}>
          {say('我已存好', 'I have stored it')}
        </button>
      </div>
    </>
  )
}
