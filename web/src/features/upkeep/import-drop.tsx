import { type ReactNode, useState } from 'react'
import FileUp from '~icons/lucide/file-up'
import { useSay } from '../../kit/words.ts'
import { fileDrop } from '../../ui/forms/file-drop.ts'
import css from './import.module.css'

type Props = { choose: (file: File) => unknown; isBusy: boolean; children: ReactNode }

/** A place for a file: it is dropped, or chosen by the button. */
export const Drop = ({ choose, isBusy, children }: Props) => {
  const say = useSay()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => files?.[0] && !isBusy && choose(files[0])
  const drop = fileDrop(take)
  return (
    <section
      className={css.drop}
      data-over={isOver || undefined}
      aria-label={say('上傳檔案', 'Upload a file')}
      onDragOver={(event) => {
        drop.onDragOver(event)
        setOver(event.dataTransfer.types.includes('Files'))
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        drop.onDrop(event)
        setOver(false)
      }}
    >
      <FileUp width={30} height={30} />
      <p>
        <b>{say('把試算表拖到這裡', 'Drop a spreadsheet here')}</b>
        <span className="sub soft">
          {say(
            'XLSX 可以有多張工作表，名稱、欄位與用語用自己的也可以；也接受 CSV（含 Big5）。證件與照片壓成 ZIP：資料夾是「護照」「執業證」「照片」，檔名是領隊編號，或「訂單編號 姓名」。最大 20 MB。',
            'An XLSX file may hold several sheets, also with names, headings and words of your own; CSV is taken too, also in Big5. Documents and photographs come as a ZIP file: folders called Passport, Licence or Photo, files called by the number of the leader, or by booking number and name. 20 MB at most.',
          )}
        </span>
      </p>
      <label className="button main" aria-disabled={isBusy}>
        {isBusy ? say('檢查中…', 'Checking…') : say('選擇檔案…', 'Choose a file…')}
        <input
          className="unseen"
          type="file"
          accept=".xlsx,.csv,.zip"
          disabled={isBusy}
          onChange={({ target }) => {
            take(target.files)
            // So that the same file can be chosen again, once it is corrected.
            target.value = ''
          }}
        />
      </label>
      {children}
    </section>
  )
}
