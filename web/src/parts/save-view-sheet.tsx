import { useMutation } from '@tanstack/react-query'
import { createView, type ViewInput } from 'guidon-sdk'
import { guidon, refresh } from '../kit/api.ts'
import { isStaff, useMe } from '../kit/me.ts'
import { showToast } from '../kit/toasts.ts'
import { useSay } from '../kit/words.ts'
import { Choice, Field, Form } from './form.tsx'
import type { Asked } from './saved-views.tsx'
import { Sheet } from './sheet.tsx'

type Props = { list: string; asked: Asked; close: () => void }

/** Gives the filters of a list a name; the office may share them. */
export const SaveViewSheet = ({ list, asked: { sort, ...filters }, close }: Props) => {
  const say = useSay()
  const mayShare = isStaff(useMe())
  const { mutate, error, isPending } = useMutation({
    mutationFn: (view: ViewInput) => createView(guidon, view),
    onSuccess: ({ name }) => {
      close()
      showToast({ title: say(`已儲存「${name}」`, `Saved as ${name}`) })
      return refresh('views')
    },
  })
  return (
    <Sheet title={say('儲存檢視', 'Save a view')} close={close}>
      <Form
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            list,
            filters,
            name: given('name'),
            ...(typeof sort === 'string' && { sort }),
            shared_with: audiences.find((each) => each === given('shared_with')) ?? null,
          })
        }
      >
        <Field id="name" label={say('名稱', 'Name')} maxLength={60} required autoFocus />
        {mayShare && <SharedWith />}
      </Form>
    </Sheet>
  )
}

const audiences = ['staff', 'sales', 'op', 'ticketing', 'line_control', 'finance', 'manager', 'admin'] as const

const SharedWith = () => {
  const say = useSay()
  return (
    <Choice
      id="shared_with"
      label={say('誰看得到', 'Who sees it')}
      options={[
        ['', say('只有我', 'Only me')],
        ['staff', say('所有同仁', 'Everybody in the office')],
        ['sales', say('業務', 'Sales')],
        ['op', say('OP', 'Operations')],
        ['ticketing', say('票務', 'Ticketing')],
        ['line_control', say('線控', 'Line control')],
        ['finance', say('財務', 'Finance')],
        ['manager', say('主管', 'Managers')],
        ['admin', say('管理員', 'Administrators')],
      ]}
    />
  )
}
