import { useMutation } from '@tanstack/react-query'
import { useSay } from '../kit/words.ts'
import { Field, Form } from './form.tsx'
import { Sheet } from './sheet.tsx'

type Props<T> = { reveal: (reason: string) => Promise<T>; show: (revealed: T) => void; close: () => void }

/** Asks why masked personal data are needed, and shows them; the service writes down who asked. */
export const RevealSheet = <T,>({ reveal, show, close }: Props<T>) => {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: reveal,
    onSuccess: (revealed) => {
      show(revealed)
      close()
    },
  })
  return (
    <Sheet title={say('顯示個人資料', 'Show personal data')} close={close}>
      <Form send={say('顯示', 'Show')} error={error} isPending={isPending} submit={(given) => mutate(given('reason'))}>
        <Field
          id="reveal-reason"
          name="reason"
          label={say('為什麼需要', 'Why it is needed')}
          hint={say('誰在何時、為何查看，都會留下紀錄。', 'Who looked, when and why is written down.')}
          required
          autoFocus
        />
      </Form>
    </Sheet>
  )
}
