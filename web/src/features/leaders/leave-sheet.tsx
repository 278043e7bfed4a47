import { useQuery } from '@tanstack/react-query'
import {
  cancelLeaderUnavailability,
  checkLeaderUnavailability,
  createLeaderUnavailability,
  deleteLeaderUnavailability,
  type LeaderUnavailability,
  type LeaderUnavailabilityInput,
  updateLeaderUnavailability,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { unavailabilityTypeWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { chosenIn } from '../../kit/choices.ts'
import { addDays, type Day, daysBetween, today } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { editsLeaders } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Choice, Form, type Given, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import { asksForLeave } from './access.ts'
import css from './one.module.css'
import { ClashList } from './shared/clash-list.tsx'
import { changed } from './shared/leave.ts'

type Props = { leader: number; leave?: LeaderUnavailability; close: () => void }

/** Requests days off, or enters and changes them; conflicts are shown at once. */
export default function LeaveSheet({ leader, leave, close }: Props) {
  const say = useSay()
  const me = useMe()
  const asks = asksForLeave(me, { id: leader })
  const [tomorrow] = useState(() => addDays(today(), 1))
  const [starts, setStarts] = useState<Day>()
  const [ends, setEnds] = useState<Day>()
  const { mutate, error, isPending } = useWrite({
    send: (body: LeaderUnavailabilityInput, guidon) =>
      leave
        ? updateLeaderUnavailability(guidon, leave.id, body, { version: leave.version })
        : createLeaderUnavailability(guidon, body),
    says: asks && !leave ? ['已送出，等線控核准', 'Sent to line control for approval'] : ['已儲存', 'Saved'],
    changes: changed,
    close,
  })
  const title = leave
    ? say('修改休假', 'Change days off')
    : asks
      ? say('請假', 'Request days off')
      : say('登記休假', 'Enter days off')
  return (
    <Sheet title={title} close={close}>
      <Form
        of={leave}
        send={asks && !leave ? say('送出', 'Send') : say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        beside={leave && <Beside leave={leave} close={close} />}
        submit={(given) => mutate({ tour_leader_id: leader, ...bodyIn(given) })}
      >
        <WordChoice
          id="type"
          label={say('假別', 'Kind')}
          words={unavailabilityTypeWords}
          first={leave?.type ?? 'annual_leave'}
        />
        <DayField
          id="starts_on"
          label={say(...label.starts_on)}
          first={leave?.starts_on ?? tomorrow}
          onDay={setStarts}
        />
        <DayField id="ends_on" label={say(...label.ends_on)} first={leave?.ends_on ?? tomorrow} onDay={setEnds} />
        {starts && ends && isSpan(starts, ends) && <Check leader={leader} leave={leave} starts={starts} ends={ends} />}
        <Choice
          id="firmness"
          label={say(...label.firmness)}
          options={[
            ['hard', say('確定', 'Certain')],
            ['tentative', say('暫定，仍可派團', 'Tentative: trips may still be assigned')],
          ]}
          defaultValue={leave?.firmness ?? 'hard'}
        />
        <TextArea id="reason" label={say(...label.reason)} rows={2} defaultValue={leave?.reason ?? ''} />
        {editsLeaders(me) && <Override />}
      </Form>
    </Sheet>
  )
}

/** Checks the order of the days, and that there are not more than the service allows. */
const isSpan = (starts: Day, ends: Day) => starts <= ends && daysBetween(starts, ends) < 730

const bodyIn = (given: Given) => ({
  type: chosenIn(unavailabilityTypeWords, given('type')) ?? ('other' as const),
  starts_on: given('starts_on'),
  ends_on: given('ends_on'),
  firmness: given('firmness') === 'tentative' ? ('tentative' as const) : ('hard' as const),
  reason: given('reason') || null,
  ...(given('override') && { override: true }),
})

const Override = () => {
  const say = useSay()
  return (
    <label className="choice">
      <input type="checkbox" name="override" value="yes" />
      {say('有衝突仍要登記（須填寫原因）', 'Enter despite conflicts (reason required)')}
    </label>
  )
}

type CheckProps = { leader: number; leave: LeaderUnavailability | undefined; starts: Day; ends: Day }

/** Other assignments of the leader on these days, by a dry run. */
const Check = ({ leader, leave, starts, ends }: CheckProps) => {
  const say = useSay()
  const asked = {
    tour_leader_id: leader,
    starts_on: starts,
    ends_on: ends,
    ...(leave && { unavailability_id: leave.id }),
  }
  const { data } = useQuery({
    queryKey: ['leave', leader, 'check', asked],
    queryFn: () => checkLeaderUnavailability(guidon, asked),
  })
  return (
    <div className={css.checked} role="status">
      {data?.conflicts.length === 0 && (
        <p className="small soft">{say('這幾天沒有別的安排。', 'Nothing else is scheduled on these days.')}</p>
      )}
      {data && data.conflicts.length > 0 && <ClashList clashes={data.conflicts} />}
    </div>
  )
}

/** Withdraws the days off; the office can also remove what was entered by mistake. */
const Beside = ({ leave, close }: { leave: LeaderUnavailability; close: () => void }) => {
  const me = useMe()
  const isStanding = leave.status === 'requested' || leave.status === 'approved'
  return (
    <>
      {isStanding && (
        <ActButton
          words={['取消休假', 'Cancel them']}
          sure={['確定取消？', 'Cancel them?']}
          act={(guidon) => cancelLeaderUnavailability(guidon, leave.id, {})}
          says={['休假已取消', 'The days off are cancelled']}
          changes={changed}
          close={close}
        />
      )}
      {editsLeaders(me) && (
        <ActButton
          words={['刪除', 'Remove']}
          sure={['確定刪除？', 'Remove it?']}
          act={(guidon) => deleteLeaderUnavailability(guidon, leave.id, { version: leave.version })}
          says={['已刪除', 'Removed']}
          changes={changed}
          close={close}
        />
      )}
    </>
  )
}
