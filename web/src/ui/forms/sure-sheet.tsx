import type { Guidon } from 'guidon-sdk'
import type { Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form } from './form.tsx'
import { Sheet } from './sheet.tsx'

type Props = {
  title: string
  /** What is lost, and what stays. */
  lost: string
  /** On the button. */
  send: string
  act: (guidon: Guidon) => Promise<unknown>
  says?: Words
  changes: readonly string[]
  close: () => void
}

/** Says what is lost before something is taken away that nobody can bring back. */
export default function SureSheet({ title, lost, send, act, says, changes, close }: Props) {
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => act(guidon),
    changes,
    close,
    ...(says && { says }),
  })
  return (
    <Sheet title={title} close={close}>
      <p>{lost}</p>
      <Form send={send} isHarmful error={error} isPending={isPending} submit={() => mutate()}>
        {null}
      </Form>
    </Sheet>
  )
}
