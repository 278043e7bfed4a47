import { importSessionAttendances } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { plural, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { NameListForm } from '../../ui/name-list/form.tsx'
import { type Cells, useNameList } from '../../ui/name-list/use-name-list.ts'

/** Adds the guests of a list to a session: all of them or nobody, once every cell is right. */
export default function GuestListSheet({ session, close }: { session: number; close: () => void }) {
  const say = useSay()
  const names = useNameList({
    kind: 'guests',
    about: `session ${session}`,
    check: (rows) => importSessionAttendances(guidon, session, { rows, dry_run: true }),
  })
  const { mutate, error, isPending } = useWrite({
    send: (rows: Cells[], guidon) => importSessionAttendances(guidon, session, { rows }),
    done: (answer) => (answer.imported ? close() : names.refuse(answer)),
    says: ({ imported, lines }) => {
      const added = lines.filter(({ result }) => result === 'created').length
      return imported ? { title: say(`已加入 ${added} 位來賓`, `${plural(added, 'guest')} added`) } : undefined
    },
    changes: ['sessions'],
  })
  return (
    <Sheet title={say('從 Excel 貼上來賓', 'Paste guests from Excel')} close={close}>
      <p className="soft">
        {say(
          '只有姓名必填。已在名單上的來賓（姓名與信箱或電話相同）維持不變。',
          'Only the name is required. Guests who are on the list already, by name and mail or telephone, stay as they are.',
        )}
      </p>
      <NameListForm
        names={names}
        error={error}
        isPending={isPending}
        send={(count) => say(`加入 ${count} 位`, `Add ${plural(count, 'guest')}`)}
        submit={mutate}
      />
    </Sheet>
  )
}
