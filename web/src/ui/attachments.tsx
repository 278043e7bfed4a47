import { createAttachment, Refusal, randomKey } from 'guidon-sdk'
import { type ClipboardEvent, useRef, useState } from 'react'
import Paperclip from '~icons/lucide/paperclip'
import X from '~icons/lucide/x'
import { guidon, sentenceOf } from '../kit/api.ts'
import { useDraft } from '../kit/text-draft.ts'
import { useSay } from '../kit/words.ts'
import css from './attachments.module.css'
import { fileDrop } from './forms/file-drop.ts'
import { iconName } from './icon-name.ts'

/** A file with a message: uploaded at once, so that it survives a reload; `fault` says why it was refused. */
type Attached = { key: string; name: string; id?: number; fault?: string }

/** The files of a draft. They are dropped, pasted or chosen; the message is sent with their ids. */
export const useAttached = (draft: string) => {
  const unreachable = useSay()('無法連線，請重新附檔', 'Cannot connect. Attach it again')
  const [kept, keep] = useDraft(draft)
  const [files, setFiles] = useState<Attached[]>(() => (kept ? JSON.parse(kept) : []))
  const current = useRef(files)
  const set = (next: Attached[]) => {
    current.current = next
    setFiles(next)
    const uploaded = next.filter(({ id }) => id !== undefined)
    keep(uploaded.length > 0 ? JSON.stringify(uploaded) : '')
  }
  const replace = (one: Attached) => set(current.current.map((each) => (each.key === one.key ? one : each)))
  const upload = async (file: File) => {
    const one = { key: randomKey(), name: file.name }
    set([...current.current, one])
    const taken = await createAttachment(guidon, { file }).catch((error) => faultOf(error, unreachable))
    replace(typeof taken === 'string' ? { ...one, fault: taken } : { ...one, id: taken.id })
  }
  return {
    files,
    ids: files.flatMap(({ id }) => id ?? []),
    isUploading: files.some(({ id, fault }) => id === undefined && fault === undefined),
    add: (given: Iterable<File>) => void [...given].forEach(upload),
    drop: (key: string) => set(current.current.filter((each) => each.key !== key)),
    clear: () => set([]),
  }
}
const faultOf = (error: unknown, unreachable: string) =>
  (error instanceof Refusal && error.errors.file?.[0]) || sentenceOf(error, unreachable)

export type AttachedFiles = ReturnType<typeof useAttached>

/** Event handlers for a field that accepts dropped and pasted files. */
export const takesFiles = ({ add }: AttachedFiles) => ({
  onPaste: (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    add(event.clipboardData.files)
  },
  ...fileDrop(add),
})

/** The button that adds files, and the list of files. */
export const Attachments = ({ attached }: { attached: AttachedFiles }) => {
  const say = useSay()
  return (
    <div className={css.attached}>
      <label className="button plain">
        <Paperclip width={15} height={15} />
        {say('附檔', 'Attach')}
        <input
          type="file"
          multiple
          accept="image/jpeg,image/png,image/webp,application/pdf"
          onChange={({ currentTarget }) => {
            attached.add(currentTarget.files ?? [])
            currentTarget.value = ''
          }}
        />
      </label>
      <ul aria-label={say('附檔', 'Attached files')}>
        {attached.files.map((file) => (
          <One key={file.key} file={file} drop={() => attached.drop(file.key)} />
        ))}
      </ul>
    </div>
  )
}

const One = ({ file: { name, id, fault }, drop }: { file: Attached; drop: () => void }) => {
  const say = useSay()
  return (
    <li className={fault ? `${css.paper} late` : css.paper}>
      <span>
        {name}
        {fault && <span className="sub">{fault}</span>}
        {!fault && id === undefined && <span className="sub">{say('上傳中…', 'Uploading…')}</span>}
      </span>
      <button
        type="button"
        className="button plain square"
        onClick={drop}
        {...iconName(say(`移除附檔 ${name}`, `Remove attachment ${name}`))}
      >
        <X width={14} height={14} />
      </button>
    </li>
  )
}
