import { useEffect, useMemo } from 'react'
import Paperclip from '~icons/lucide/paperclip'
import { useSay } from '../../kit/words.ts'
import { fileDrop } from './file-drop.ts'
import css from './file-field.module.css'
import { Around } from './form.tsx'

type Props = { file: File | undefined; choose: (file: File | undefined) => void; label?: string; accept?: string }

const PAPERS = 'image/jpeg,image/png,image/webp,application/pdf'

/** A field for a file, which is chosen, dropped or photographed; a picture is previewed before it is sent. */
export const FileField = ({ file, choose, label, accept = PAPERS }: Props) => {
  const say = useSay()
  const url = useUrlOf(file)
  const isPicture = file?.type.startsWith('image/')
  return (
    <Around id="file" label={label ?? say('檔案（照片或 PDF，最大 10 MB）', 'File (picture or PDF, 10 MB at most)')}>
      {(described) => (
        <div className={css.fileField} {...fileDrop(([dropped]) => choose(dropped))}>
          {isPicture && url && <img src={url} alt={say('選好的照片', 'Chosen picture')} />}
          {file && <p className="small">{file.name}</p>}
          <label className="button">
            <Paperclip width={15} height={15} />
            {file ? say('換一個…', 'Choose another…') : say('選檔案或拍照…', 'Choose a file or take a photo…')}
            <input
              {...described}
              className="unseen"
              type="file"
              accept={accept}
              required={!file}
              onChange={({ target }) => choose(target.files?.[0])}
            />
          </label>
        </div>
      )}
    </Around>
  )
}

const useUrlOf = (file: File | undefined) => {
  const url = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  return url
}
