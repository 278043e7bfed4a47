import { useNavigate } from '@tanstack/react-router'
import { createSeminar, type GetSeminar, updateSeminar } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { seminarKindWords, seminarStatusWords } from 'guidon-sdk/words'
import { useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Choice, Field, Form, type Given, TextArea } from '../../ui/forms/form.tsx'
import { RecordField, RecordsField } from '../../ui/forms/record-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { ConflictReason, overrideIn } from '../leaders/shared/conflict-reason.tsx'
import { begun, chosenStatuses, statusIn } from './status.ts'

/** Creates or changes a seminar. */
export default function SeminarSheet({ seminar, close }: { seminar?: GetSeminar; close: () => void }) {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useWrite({
    send: ({ status, ...body }: ReturnType<typeof bodyOf>, guidon) =>
      seminar
        ? updateSeminar(guidon, seminar.id, { ...body, ...(status && { status }) }, { version: seminar.version })
        : createSeminar(guidon, { ...body, ...begun(status) }),
    done: ({ id }) => {
      close()
      if (!seminar) navigate({ to: '/seminars/$id', params: { id: String(id) } })
    },
    changes: ['seminars', 'sessions'],
  })
  return (
    <Sheet title={seminar ? say('修改說明會', 'Change the seminar') : say('新增說明會', 'New seminar')} close={close}>
      <Form send={say('儲存', 'Save')} error={error} isPending={isPending} submit={(given) => mutate(bodyOf(given))}>
        <Choice
          id="kind"
          label={say(...label.kind)}
          {...chosen(seminar?.kind)}
          options={optionsIn(say, seminarKindWords)}
        />
        <Field id="title" label={say(...label.title)} defaultValue={seminar?.title} required />
        <Field id="title_en" label={say(...label.title_en)} defaultValue={seminar?.title_en ?? ''} />
        <RecordsField
          id="planned_trip_ids"
          label={say('適用的團', 'For these trips')}
          hint={say('這些團的旅客可以一次邀請。', 'Their travelers are invited at once.')}
          of="/api/planned-trips"
          first={seminar?.planned_trip_ids ?? []}
        />
        <RecordField
          id="host_user_id"
          label={say(...label.host_user_id)}
          of="/api/users"
          first={seminar?.host_user_id}
        />
        <RecordField
          id="briefing_leader_id"
          label={say(...label.briefing_leader_id)}
          of="/api/tour-leaders"
          first={seminar?.briefing_leader_id}
        />
        <Choice
          id="is_public"
          label={say('報名', 'Registration')}
          defaultValue={seminar?.is_public ? 'yes' : 'no'}
          options={[
            ['no', say('僅限受邀者', 'By invitation only')],
            ['yes', say('對外開放', 'Open to the public')],
          ]}
        />
        <Choice
          id="status"
          label={say(...label.status)}
          {...chosen(seminar?.status)}
          options={chosenStatuses
            .slice(0, seminar ? undefined : 2)
            .map((status) => [status, say(...seminarStatusWords[status])])}
        />
        <TextArea id="notes" label={say(...label.notes)} defaultValue={seminar?.notes ?? ''} />
        <ConflictReason error={error} />
      </Form>
    </Sheet>
  )
}

const chosen = (value: string | undefined) => (value === undefined ? {} : { defaultValue: value })
const optionsIn = <T extends string>(say: (zh: string, en: string) => string, words: Record<T, Words>) =>
  Object.entries<Words>(words).map(([value, [zh, en]]) => [value, say(zh, en)] as const)

const kinds = ['pre_departure', 'product_talk', 'leader_training'] as const
const idIn = (text: string) => (text === '' ? null : Number(text))

const bodyOf = (given: Given) => ({
  kind: kinds.find((kind) => kind === given('kind')) ?? 'pre_departure',
  title: given('title'),
  title_en: given('title_en') || null,
  planned_trip_ids: given('planned_trip_ids').split(',').filter(Boolean).map(Number),
  host_user_id: idIn(given('host_user_id')),
  briefing_leader_id: idIn(given('briefing_leader_id')),
  is_public: given('is_public') === 'yes',
  status: statusIn(given('status')),
  notes: given('notes') || null,
  ...overrideIn(given),
})
