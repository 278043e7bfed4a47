import { useSay, type Words } from '../../../kit/words.ts'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { NoteForm } from './note-form.tsx'

type Props = { id: number; about: Words; close: () => void }

/** Notes a call in the morning. */
export default function NoteSheet({ id, about, close }: Props) {
  const say = useSay()
  return (
    <Sheet title={say(`聯絡${about[0]}`, `Call to ${about[1]}`)} close={close}>
      <NoteForm id={id} send={['儲存', 'Save']} says={['已記下', 'Noted']} close={close}>
        <p className="small soft">
          {say(
            '沒有填下次聯絡日，這筆洽詢會留在今天。',
            'Without a day for the next call it stays in the list of today.',
          )}
        </p>
      </NoteForm>
    </Sheet>
  )
}
