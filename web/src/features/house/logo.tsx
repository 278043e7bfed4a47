import { deleteHouseLogo, type HouseRecord, uploadHouseLogo } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Refused } from '../../ui/refused.tsx'

/** The logo, which stands on papers, mails and in the menu. */
export const Logo = ({ house, mayChange }: { house: HouseRecord; mayChange: boolean }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (file: File | undefined, guidon) =>
      file ? uploadHouseLogo(guidon, { file }) : deleteHouseLogo(guidon, { version: house.version }),
    changes: ['house'],
  })
  const src = house.logo_url && `${house.logo_url}?version=${house.version}`
  return (
    <Card title={say('標誌', 'Logo')}>
      <div className="within">
        {src ? (
          <img className="logo" src={src} alt={say('公司標誌', 'Logo of the agency')} />
        ) : (
          <Empty>{say('還沒有標誌', 'No logo yet')}</Empty>
        )}
        {mayChange && (
          <label className="button upload">
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
            {say('移除標誌', 'Remove the logo')}
          </button>
        )}
        <Refused error={error} />
      </div>
    </Card>
  )
}
