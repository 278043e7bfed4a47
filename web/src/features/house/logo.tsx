import { deleteHouseLogo, type HouseRecord, uploadHouseLogo } from 'guidon-sdk'
import ImageIcon from '~icons/lucide/image'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './page.module.css'

/** The logo that is shown on papers, mails, the public site and in the menu. */
export const Logo = ({ house, mayChange }: { house: HouseRecord; mayChange: boolean }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (file: File | undefined, guidon) =>
      file ? uploadHouseLogo(guidon, { file }) : deleteHouseLogo(guidon, { version: house.version }),
    changes: ['house'],
  })
  // The fragment is not sent: with another one the browser asks for the picture anew.
  const src = house.logo_url && `${house.logo_url}#version-${house.version}`
  return (
    <Card title={say('公司 Logo', 'Logo')}>
      <div className="within">
        {src ? (
          <img className={css.logo} src={src} alt={say('公司 Logo', 'Agency logo')} />
        ) : (
          <Empty icon={ImageIcon}>{say('還沒有 Logo', 'No logo yet')}</Empty>
        )}
        <p className="soft small">
          {say(
            '印在單據與信件上，也是公開網站的標誌與圖示。圖示是方形的：寬超過高的兩倍（或相反）時，圖示改用畫的旗子。',
            'On papers and mails, in the head of the public site and in its icons. Icons are square: for a logo more than twice as wide as high, or the reverse, they show a drawn flag.',
          )}
        </p>
        {mayChange && (
          <label className={`button ${css.upload}`}>
            {say('上傳（jpeg、png、webp）…', 'Upload (jpeg, png, webp)…')}
            <input
              className="unseen"
              type="file"
              accept="image/jpeg,image/png,image/webp"
              disabled={isPending}
              onChange={({ target }) => target.files?.[0] && mutate(target.files[0])}
            />
          </label>
        )}
        {mayChange && src && (
          <button type="button" className="button" disabled={isPending} onClick={() => mutate(undefined)}>
            {say('移除 Logo', 'Remove the logo')}
          </button>
        )}
        <Refused error={error} />
      </div>
    </Card>
  )
}
