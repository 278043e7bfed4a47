import { readNameList } from 'guidon-sdk'
import { useState } from 'react'
import Paperclip from '~icons/lucide/paperclip'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { fileDrop } from '../forms/file-drop.ts'
import { Refused } from '../refused.tsx'
import css from './name-list.module.css'
import type { ListKind, NameList } from './use-name-list.ts'

type Given = { pasted: string } | { file: File }

/** Where a list comes from: cells that are pasted, or a file that is chosen or dropped. */
export const Source = ({ kind, take }: { kind: ListKind; take: (list: NameList) => void }) => {
  const say = useSay()
  const [typed, setTyped] = useState('')
  const { mutate, error, isPending } = useWrite({
    send: async (given: Given, guidon) => readNameList(guidon, { kind, ...(await sent(given)) }),
    done: (list) => take(list),
  })
  return (
    <div className={css.source} {...fileDrop(([file]) => file && mutate({ file }))}>
      <div className="field">
        <label htmlFor="pasted">{say('名單', 'List')}</label>
        <textarea
          id="pasted"
          className="input"
          rows={5}
          value={typed}
          aria-describedby="pasted-note"
          onChange={({ target }) => setTyped(target.value)}
          onPaste={({ clipboardData }) => {
            const pasted = clipboardData.getData('text/plain')
            if (typed === '' && pasted.trim() !== '') mutate({ pasted })
          }}
        />
        <p className="hint" id="pasted-note">
          {say(
            '在 Excel 選取名單，連同標題列一起複製，貼在這裡；也可以把檔案（XLSX、CSV）拖進來。沒有標題也能讀，之後可更正每一欄是什麼。',
            'Select the list in Excel, copy it with its headings, and paste it here, or drop a file (XLSX, CSV). Headings may be missing: what each column is can be corrected afterwards.',
          )}
        </p>
      </div>
      <Refused error={error} />
      <div className="ways">
        <button
          type="button"
          className="button"
          disabled={isPending || typed.trim() === ''}
          onClick={() => mutate({ pasted: typed })}
        >
          {isPending ? say('讀取中…', 'Reading…') : say('讀取名單', 'Read the list')}
        </button>
        <label className="button">
          <Paperclip width={15} height={15} />
          {say('選檔案…', 'Choose a file…')}
          <input
            className="unseen"
            type="file"
            accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) mutate({ file })
              target.value = ''
            }}
          />
        </label>
      </div>
    </div>
  )
}

const sent = async (given: Given) =>
  'pasted' in given ? given : { file_name: given.file.name, file: await base64Of(given.file) }

/** Some thousand bytes at a time: more arguments than that are too many for a call. */
const PART = 8_192
const base64Of = async (file: File) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts = Array.from({ length: Math.ceil(bytes.length / PART) }, (_, nth) =>
    String.fromCharCode(...bytes.subarray(nth * PART, (nth + 1) * PART)),
  )
  return btoa(parts.join(''))
}
