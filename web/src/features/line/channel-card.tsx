import { type LineChannel, testLineChannel, updateLineChannel } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { lineLackWords, lineTrialStepWords } from 'guidon-sdk/words'
import { dayAndTime } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { ConnectionCard } from '../../ui/connection/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { ChannelKeys } from './keys-sheet.tsx'
import { LimitsSheet } from './limits-sheet.tsx'
import { RepliesSheet } from './replies-sheet.tsx'

type Props = { channel: LineChannel }

/** The account: what is missing, what is known, the last test, and the steps that lead to messages. */
export const ChannelCard = ({ channel }: Props) => {
  const say = useSay()
  const { is_on, basic_id, missing, events_url, proved_at, trial, version } = channel
  const { monthly_cap, pushed, quiet_from, quiet_to, friends, linked, quick_replies } = channel
  return (
    <ConnectionCard
      title={say('LINE 官方帳號', 'LINE official account')}
      isOn={is_on}
      state={is_on ? say('使用中', 'In use') : say('未開啟', 'Off')}
      missing={missing.map((each) => lineLackWords[each])}
      facts={[
        [say(...label.basic_id), basic_id],
        [
          say(...label.events_url),
          <span key="url">
            {events_url} <CopyButton text={events_url} />
          </span>,
        ],
        [say('本月推播', 'Pushed this month'), `${pushed.toLocaleString('en')} / ${monthly_cap.toLocaleString('en')}`],
        [
          say('夜間改寄信', 'Mails at night'),
          quiet_from && quiet_to ? `${quiet_from} – ${quiet_to}` : say('沒有設定', 'Not set'),
        ],
        [say('好友', 'Friends'), say(`${friends} 位，${linked} 位已連結`, `${friends}, of whom ${linked} are linked`)],
        [say(...label.quick_replies), quick_replies.length],
        [say(...label.trial), trial && <Trial trial={trial} />],
        [say(...label.proved_at), proved_at && dayAndTime(proved_at)],
      ]}
      hasKeys={basic_id !== null}
      keys={(close) => <ChannelKeys channel={channel} close={close} />}
      more={
        <>
          <OpenButton words={['推播上限與夜間…', 'Cap and night…']} className="button">
            {(close) => <LimitsSheet channel={channel} close={close} />}
          </OpenButton>
          <OpenButton words={['常用回覆…', 'Quick replies…']} className="button">
            {(close) => <RepliesSheet channel={channel} close={close} />}
          </OpenButton>
        </>
      }
      test={
        basic_id !== null && (
          <ActButton
            words={['測試', 'Test']}
            says={['測試已開始', 'The test has begun']}
            isMain={missing.length === 1 && missing[0] === 'trial'}
            act={(guidon) => testLineChannel(guidon, {})}
            changes={['line']}
          />
        )
      }
      turn={{
        words: ['開啟 LINE', 'Use LINE'],
        says: ['已開啟', 'LINE is used'],
        act: (guidon, on) => updateLineChannel(guidon, { is_on: on }, { version }),
        changes: ['line', 'house'],
      }}
    />
  )
}

const Trial = ({ trial: { step, bot_name, error, started_at } }: { trial: NonNullable<LineChannel['trial']> }) => {
  const say = useSay()
  return (
    <span aria-live="polite">
      {[say(...lineTrialStepWords[step]), bot_name, dayAndTime(started_at)].filter(Boolean).join(' · ')}
      {error && (
        <>
          <br />
          {error}
        </>
      )}
    </span>
  )
}
