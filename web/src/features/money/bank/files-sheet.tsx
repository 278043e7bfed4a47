import { useQuery } from '@tanstack/react-query'
import { type BankStatement, deleteBankStatement, listBankStatements } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { dayAndTime, shortDay } from '../../../kit/days.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { bankChanges } from './changes.ts'
import css from './page.module.css'

/** The files that were read, newest first. One that was read wrongly goes again while none of its lines is a payment. */
export default function FilesSheet({ close }: { close: () => void }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['bank-statements'],
    queryFn: () => listBankStatements(guidon, { per_page: SHOWN }),
  })
  return (
    <Sheet title={say('讀過的檔案', 'Files read')} close={close}>
      {!data && <Loading />}
      {data?.data.length === 0 && <Empty>{say('還沒有讀過檔案', 'No file was read yet')}</Empty>}
      <ul className={css.files}>
        {data?.data.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </Sheet>
  )
}
const SHOWN = 30

const FileRow = ({ file }: { file: BankStatement }) => {
  const say = useSay()
  const {
    id,
    version,
    file_name,
    receiving_account,
    from_day,
    to_day,
    lines_new,
    unchanged,
    waiting,
    reader,
    created_at,
  } = file
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => deleteBankStatement(guidon, id, { version }),
    says: ['已移除檔案與它的明細', 'The file and its lines are removed'],
    tellsRefusal: true,
    changes: bankChanges,
  })
  const days = from_day === to_day ? shortDay(from_day) : `${shortDay(from_day)}–${shortDay(to_day)}`
  return (
    <li>
      <p>
        <b>{file_name}</b>
        <span className={`sub ${css.below}`}>{[receiving_account, days].filter(Boolean).join('・')}</span>
        <span className={`sub ${css.below}`}>
          {say(
            `新的 ${lines_new} 筆，已讀過 ${unchanged} 筆，${waiting} 筆待處理`,
            `${lines_new} new, ${unchanged} there already, ${waiting} to be dealt with`,
          )}
        </span>
        <span className={`sub ${css.below}`}>
          {[reader && nameOf(say, reader), dayAndTime(created_at)].filter(Boolean).join('・')}
        </span>
      </p>
      {waiting > 0 && (
        <ConfirmButton
          words={say('移除', 'Remove')}
          sure={say('確定移除？', 'Remove it?')}
          act={() => mutate()}
          disabled={isPending}
        />
      )}
    </li>
  )
}
