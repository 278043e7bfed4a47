import { importResultWords } from 'guidon-sdk/words/import-result'
import { travelerCheckWords } from 'guidon-sdk/words/traveler-check'
import { useWrite } from '../../kit/write.ts'
import './import-sheet.css'
import { importTravelers, type TravelerImport } from 'guidon-sdk'
import { useState } from 'react'
import { useSay } from '../../kit/words.ts'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { Refused } from '../../ui/refused.tsx'

type Props = { booking: number; close: () => void }

/** Reads a list of travelers from a file: first what would happen with each line, then all of it or nothing. */
export default function ImportSheet({ booking, close }: Props) {
  const say = useSay()
  const [file, setFile] = useState<File>()
  const { mutate, data, error, isPending, reset } = useWrite({
    send: async (dry_run: boolean, guidon) =>
      importTravelers(guidon, { csv: file ? await textOf(file) : '', booking_id: booking, dry_run }),
    done: ({ imported }) => imported && close(),
    says: ({ imported }) => (imported ? { title: say('旅客已匯入', 'The travelers are imported') } : undefined),
    changes: ['bookings', 'travelers', 'trips'],
  })
  const isReady = data?.lines.every(({ result }) => result !== 'refused') ?? false
  return (
    <Sheet title={say('匯入旅客', 'Import travelers')} close={close}>
      <p className="soft">
        {say(
          'CSV 檔，第一列是欄名：name 必填，其餘如 surname_en、given_name_en、gender、birth_date、passport_number、passport_expires_on、mobile、email。同名的旅客不會重複加入。',
          'A CSV file whose first line names its columns: name, and others such as surname_en, given_name_en, gender, birth_date, passport_number, passport_expires_on, mobile, email. Who is there already by that name is left as it is.',
        )}
      </p>
      <FileField
        label={say('CSV 檔', 'CSV file')}
        accept=".csv,text/csv"
        file={file}
        choose={(chosen) => {
          setFile(chosen)
          reset()
        }}
      />
      <Refused error={error} />
      {data && <Lines lines={data.lines} />}
      <div className="ways">
        <button
          type="button"
          className={isReady ? 'button' : 'button main'}
          disabled={!file || isPending}
          onClick={() => mutate(true)}
        >
          {say('先檢查', 'Check it first')}
        </button>
        {isReady && (
          <button type="button" className="button main" disabled={isPending} onClick={() => mutate(false)}>
            {say('匯入', 'Import')}
          </button>
        )}
      </div>
    </Sheet>
  )
}

/** Excel in Taiwan saves CSV in Big5 unless it is told otherwise. */
const textOf = async (file: File) => {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('big5').decode(bytes)
  }
}

type Line = TravelerImport['lines'][number]
const hues: Record<Line['result'], string> = { created: 'turn-done', unchanged: 'turn-over', refused: 'turn-late' }

const Lines = ({ lines }: { lines: Line[] }) => {
  const say = useSay()
  return (
    <ol className="import-lines" aria-label={say('每一列的結果', 'What becomes of each line')}>
      {lines.map(({ line, name, result, checks, errors }) => (
        <li key={line}>
          <span className="soft small">{line}</span>
          <b>{name}</b>
          <span className={`badge ${hues[result]}`}>{say(...importResultWords[result])}</span>
          {Object.entries(errors).map(([field, words]) => (
            <p key={field} className="small late">
              {field}：{String(words)}
            </p>
          ))}
          {checks.length > 0 && (
            <p className="small soft">
              {checks.map((check) => say(...travelerCheckWords[check])).join(say('、', ', '))}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
