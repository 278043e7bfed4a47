import type { LineChannel } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { KeysForm } from '../../ui/connection/keys-form.tsx'
import { Field } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { useChannelChange } from './write.ts'

type Props = { channel: LineChannel; close: () => void }

/** The keys of the account, from the pages of LINE for developers. */
export const ChannelKeys = ({ channel, close }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useChannelChange(channel, close)
  return (
    <Sheet title={say('LINE 官方帳號的金鑰', 'Keys of the LINE account')} close={close}>
      <KeysForm
        account={{ id: 'basic_id', label: say(...label.basic_id), known: channel.basic_id ?? undefined }}
        secrets={[
          { id: 'channel_secret', label: 'Channel secret' },
          { id: 'access_token', label: 'Channel access token' },
        ]}
        from={[
          '在 LINE Developers 的頻道頁面複製：Basic settings 與 Messaging API 兩個分頁。',
          'Copy it from the page of the channel at LINE Developers: the tabs Basic settings and Messaging API.',
        ]}
        error={error}
        isPending={isPending}
        save={(keys, given) => mutate({ ...keys, channel_id: given('channel_id') || null })}
      >
        <Field
          id="channel_id"
          label={say(...label.channel_id)}
          inputMode="numeric"
          defaultValue={channel.channel_id ?? ''}
          required
        />
      </KeysForm>
    </Sheet>
  )
}
