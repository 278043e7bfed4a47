import { useQuery } from '@tanstack/react-query'
import { createView, getView, updateView, type View, type ViewInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../../kit/api.ts'
import { isStaff, useMe } from '../../../kit/me.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Loading } from '../../../ui/empty.tsx'
import { Choice, Field, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { type Asked, savedOf } from './asked.ts'

type Props = { list: string; asked: Asked; of: number | 'new'; close: () => void }

/** Gives the filters of a list a name, or a view another one; the office may share them. */
export default function ViewSheet({ list, asked, of, close }: Props) {
  const say = useSay()
  const { data: view } = useQuery({
    queryKey: ['views', list, of],
    queryFn: () => getView(guidon, Number(of)),
    enabled: of !== 'new',
  })
  return (
    <Sheet title={of === 'new' ? say('儲存檢視', 'Save a view') : say('修改檢視', 'Change a view')} close={close}>
      {of === 'new' || view ? <Naming list={list} asked={asked} view={view} close={close} /> : <Loading />}
    </Sheet>
  )
}

type NamingProps = Omit<Props, 'of'> & { view: View | undefined }
type Named = Pick<ViewInput, 'name' | 'shared_with'>

const Naming = ({ list, asked, view, close }: NamingProps) => {
  const say = useSay()
  const mayShare = isStaff(useMe())
  const { mutate, error, isPending } = useWrite({
    send: (named: Named, guidon) =>
      view
        ? updateView(guidon, view.id, named, { version: view.version })
        : createView(guidon, { list, ...savedOf(asked), ...named }),
    close,
    says: ({ name }) => ({ title: say(`已儲存「${name}」`, `Saved as ${name}`) }),
    changes: ['views'],
  })
  return (
    <Form
      of={view}
      send={say('儲存', 'Save')}
      error={error}
      isPending={isPending}
      submit={(given) =>
        mutate({
          name: given('name'),
          shared_with: audiences.find((each) => each === given('shared_with')) ?? null,
        })
      }
    >
      <Field id="name" label={say(...label.name)} defaultValue={view?.name ?? ''} maxLength={60} required data-first />
      {mayShare && <SharedWith first={view?.shared_with ?? ''} />}
    </Form>
  )
}

const audiences = ['staff', 'sales', 'op', 'ticketing', 'line_control', 'finance', 'manager', 'admin'] as const

const SharedWith = ({ first }: { first: string }) => {
  const say = useSay()
  return (
    <Choice
      id="shared_with"
      label={say('誰看得到', 'Who sees it')}
      defaultValue={first}
      options={[
        ['', say('只有我', 'Only me')],
        ['staff', say('所有同仁', 'All staff')],
        ['sales', say('業務', 'Sales')],
        ['op', say(...label.op_user_id)],
        ['ticketing', say(...label.ticketing_user_id)],
        ['line_control', say('線控', 'Line control')],
        ['finance', say('財務', 'Finance')],
        ['manager', say('主管', 'Managers')],
        ['admin', say('管理員', 'Administrators')],
      ]}
    />
  )
}
