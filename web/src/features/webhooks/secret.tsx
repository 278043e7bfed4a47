import { useSay } from '../../kit/words.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The secret that signs what is sent; the service shows it only now. */
export const Secret = ({ secret, done }: { secret: string; done: () => void }) => {
  const say = useSay()
  return (
    <>
      <p>
        {say(
          '這是簽章金鑰，只顯示這一次；請存到接收的系統。',
          'This secret signs what is sent. It is shown only now: store it in the system that receives.',
        )}
      </p>
      <code className="secret-code">{secret}</code>
      <div className="ways">
        <CopyButton text={secret} />
        <button type="button" className="button main" onClick={done}>
          {say('我已存好', 'I have stored it')}
        </button>
      </div>
    </>
  )
}
