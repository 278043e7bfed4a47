import { useNavigate } from '@tanstack/react-router'
import { clonePackage, type PackageCloneInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { OnePackage } from './queries.ts'

/** Copies this package to a draft with a new code. */
export default function CloneSheet({ one, close }: { one: OnePackage; close: () => void }) {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useWrite({
    send: (body: PackageCloneInput, guidon) => clonePackage(guidon, one.id, body),
    done: ({ id }) => {
      close()
      navigate({ to: '/packages/$id', params: { id: String(id) } })
    },
    changes: ['packages'],
  })
  return (
    <Sheet title={say('複製行程', 'Clone the package')} close={close}>
      <Form
        send={say('複製', 'Clone')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            package_code: given('package_code'),
            name: given('name') || one.name,
            name_en: given('name_en') || null,
          })
        }
      >
        <Field id="package_code" label={say('新的代碼', 'New code')} required maxLength={30} />
        <Field id="name" label={say(...label.name)} defaultValue={one.name} required maxLength={200} />
        <Field id="name_en" label={say(...label.name_en)} defaultValue={one.name_en ?? ''} maxLength={200} />
      </Form>
    </Sheet>
  )
}
