import { importTravelers } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { plural, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { NameListForm } from '../../ui/name-list/form.tsx'
import { type Cells, useNameList } from '../../ui/name-list/use-name-list.ts'
import { saveFile } from '../../ui/saved-file.ts'

type Props = { booking: number; close: () => void }

/** Brings a list of travelers into a booking: all of it or nothing, once every cell is right. */
export default function ImportSheet({ booking, close }: Props) {
  const say = useSay()
  const names = useNameList({
    kind: 'travelers',
    about: `booking ${booking}`,
    check: (rows) => importTravelers(guidon, { rows, booking_id: booking, dry_run: true }),
  })
  const { mutate, error, isPending } = useWrite({
    send: (rows: Cells[], guidon) => importTravelers(guidon, { rows, booking_id: booking }),
    done: (answer) => (answer.imported ? close() : names.refuse(answer)),
    says: ({ imported, lines }) => (imported ? { title: toldOf(say, lines) } : undefined),
    changes: ['bookings', 'travelers', 'trips'],
  })
  return (
    <Sheet title={say('從 Excel 貼上旅客', 'Paste travelers from Excel')} close={close}>
      <p className="soft">
        {say(
          '只有姓名必填。訂單裡同名的旅客只補上缺的資料，不會被蓋掉；「旅客 2」「待補」這樣的空位先填滿，再新增旅客。',
          'Only the name is required. A traveler of the booking with the same name gets what is missing, and nothing is overwritten. Empty places such as “Traveler 2” or “TBA” are filled before travelers are added.',
        )}{' '}
        <button type="button" className="button" onClick={() => saveFile('travelers.csv', template(say))}>
          {say('下載範本', 'Download the template')}
        </button>
      </p>
      <NameListForm
        names={names}
        error={error}
        isPending={isPending}
        send={(count) => say(`寫入 ${count} 位`, `Write ${plural(count, 'person', 'people')}`)}
        submit={mutate}
      />
    </Sheet>
  )
}

type Say = ReturnType<typeof useSay>
type Lines = Awaited<ReturnType<typeof importTravelers>>['lines']

const toldOf = (say: Say, lines: Lines) => {
  const [created, filled] = (['created', 'filled'] as const).map(
    (is) => lines.filter(({ result }) => result === is).length,
  )
  return say(`已新增 ${created} 位、補齊 ${filled} 位旅客`, `${created} travelers added, ${filled} completed`)
}

/** The first line of a list. The mark in front tells Excel that it is UTF-8. */
const template = (say: Say) => new Blob([`\uFEFF${headings(say)}\r\n`], { type: 'text/csv' })
const headings = (say: Say) =>
  say(
    '姓名,護照英文姓名,性別,出生日期,身分證字號,護照號碼,護照效期,手機,電子郵件,同房,餐食需求,備註',
    'Name,Name as in the passport,Gender,Birth date,ID number,Passport number,Passport valid until,Mobile,Email,Roommates,Meals,Notes',
  )
