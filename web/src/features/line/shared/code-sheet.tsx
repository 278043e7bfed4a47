import type { CreateMyLineLink, Guidon } from 'guidon-sdk'
import type { ReactNode } from 'react'
import { timeOf } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import css from './code-sheet.module.css'

type Props = {
  make: (guidon: Guidon) => Promise<CreateMyLineLink>
  close: () => void
  /** For whom it is. */
  children: ReactNode
}

/** A code that is sent in the chat, and the QR code that opens the chat with it. */
export const CodeSheet = ({ make, close, children }: Props) => {
  const say = useSay()
  const { mutate, data, error, isPending } = useWrite({ send: (_, guidon) => make(guidon) })
  return (
    <Sheet title={say('連結 LINE', 'Link LINE')} close={close}>
      {children}
      {data ? (
        <div className={css.code}>
          <QrCode text={data.url} label={say('開啟 LINE 聊天的 QR Code', 'The chat on LINE as a QR code')} />
          <p className={css.letters}>
            <code>{data.code}</code> <CopyButton text={data.code} />
          </p>
          <p className="small soft">
            {say(
              `可使用一次，${timeOf(data.expires_at)} 前有效。手機上請直接`,
              `Good once, until ${timeOf(data.expires_at)}. On a phone `,
            )}
            <a className="link" href={data.url} target="_blank" rel="noreferrer">
              {say('開啟 LINE', 'open LINE')}
            </a>
            {say('。', '.')}
          </p>
        </div>
      ) : (
        <Form send={say('產生代碼', 'Make a code')} error={error} isPending={isPending} submit={() => mutate()}>
          {null}
        </Form>
      )}
    </Sheet>
  )
}
