import { importTravelers } from 'guidon-sdk'
import { lazy, Suspense, useState } from 'react'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Loading } from '../../ui/empty.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { Refused } from '../../ui/refused.tsx'
import { saveFile } from '../../ui/saved-file.ts'

/** Loaded with the first report: it needs the words of all fields. */
const ImportLines = lazy(() => import('./import-lines.tsx'))

type Props = { booking: number; close: () => void }

/** Reads a list of travelers from a file: first what would happen with each line, then all of it or nothing. */
export default function ImportSheet({ booking, close }: Props) {
  const say = useSay()
  const [file, setFile] = useState<File>()
  const { mutate, data, error, isPending, reset } = useWrite({
    send: async (dry_run: boolean, guidon) =>
      importTravelers(guidon, { csv: file ? await textOf(file) : '', booking_id: booking, dry_run }),
    done: ({ imported }) => imported && close(),
    says: ({ imported }) => (imported ? { title: say('旅客已匯入', 'Travelers imported') } : undefined),
    changes: ['bookings', 'travelers', 'trips'],
  })
  const isReady = data?.lines.every(({ result }) => result !== 'refused') ?? false
  return (
    <Sheet title={say('匯入旅客', 'Import travelers')} close={close}>
      <p className="soft">
        {say(
          '請下載範本，一列填一位旅客；只有姓名必填。同名的旅客不會重複加入。',
          'Download the template and fill in one line for each traveler; only the name is required. Travelers with the same name are not added again.',
        )}{' '}
        <button type="button" className="button" onClick={() => saveFile('travelers.csv', template())}>
          {say('下載範本', 'Download the template')}
        </button>
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
      {data && (
        <Suspense fallback={<Loading />}>
          <ImportLines lines={data.lines} />
        </Suspense>
      )}
      <div className="ways">
        <button
          type="button"
          className={isReady ? 'button' : 'button main'}
          disabled={!file || isPending}
          onClick={() => mutate(true)}
        >
          {say('先檢查', 'Check first')}
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

/** The first line of the file. The mark in front tells Excel that it is UTF-8. */
const template = () => new Blob([`\uFEFF${columns.join(',')}\r\n`], { type: 'text/csv' })
const columns = [
  ...['name', 'surname_en', 'given_name_en', 'gender', 'birth_date', 'passport_number', 'passport_expires_on'],
  ...['mobile', 'email'],
]

/** Excel in Taiwan saves CSV in Big5 unless it is told otherwise. */
const textOf = async (file: File) => {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('big5').decode(bytes)
  }
}
