import { useQuery } from '@tanstack/react-query'
import {
  createPackagePicture,
  listPackagePictures,
  type PackagePicture,
  Refusal,
  updatePackagePicture,
} from 'guidon-sdk'
import { Suspense, useState } from 'react'
import Back from '~icons/lucide/chevron-left'
import Forth from '~icons/lucide/chevron-right'
import ImageIcon from '~icons/lucide/image'
import Plus from '~icons/lucide/plus'
import { guidon } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { fileDrop } from '../../ui/forms/file-drop.ts'
import { iconName } from '../../ui/icon-name.ts'
import { Refused } from '../../ui/refused.tsx'
import { focusStyle } from './focus-style.ts'
import css from './pictures.module.css'
import { mayEdit, type OnePackage } from './queries.ts'

const PictureSheet = lazy(() => import('./picture-sheet.tsx'))

/** The photographs of a package, in the order in which visitors see them; the first is its cover. */
export default function Pictures({ one }: { one: OnePackage }) {
  const say = useSay()
  const isEditor = mayEdit(useMe())
  const { data: pictures } = useQuery({
    queryKey: ['packages', one.id, 'pictures'],
    queryFn: () => listPackagePictures(guidon, one.id),
    // A job makes the sizes of a new picture.
    refetchInterval: ({ state }) => (state.data?.some(({ sizes }) => sizes.length === 0) ? 2_000 : false),
  })
  const [open, setOpen] = useState<PackagePicture>()
  const { add, faults, error, isPending } = useUpload(one.id)
  return (
    <Card
      title={say('照片', 'Pictures')}
      count={pictures?.length}
      aside={
        isEditor && (
          <label className="button more">
            <Plus />
            {isPending ? say('上傳中…', 'Uploading…') : say('新增照片…', 'Add pictures…')}
            <input
              className="unseen"
              type="file"
              multiple
              accept="image/jpeg,image/png,image/webp"
              disabled={isPending}
              onChange={({ currentTarget }) => {
                add([...(currentTarget.files ?? [])])
                currentTarget.value = ''
              }}
            />
          </label>
        )
      }
    >
      <div {...(isEditor && fileDrop((files) => add([...files])))} className={css.gallery}>
        {isEditor && (
          <p className="small soft">
            {say(
              '把照片拖進來，或按「新增照片」：jpeg、png 或 webp，至少 800 × 500 像素。拍攝地點等資訊不會公開。',
              'Drop photographs here or choose them: jpeg, png or webp, at least 800 × 500 pixels. Where they were taken is not published.',
            )}
          </p>
        )}
        {faults.map(({ name, sentence }) => (
          <p key={name} className="told fault" role="alert">
            {name}：{sentence}
          </p>
        ))}
        <Refused error={error} />
        {!pictures && <Loading />}
        {pictures?.length === 0 && (
          <Empty icon={ImageIcon}>
            {say('還沒有照片；網站上先顯示繪製的封面。', 'No pictures yet. The site shows a drawn cover until then.')}
          </Empty>
        )}
        {pictures && pictures.length > 0 && (
          <ol className={css.pictures}>
            {pictures.map((picture, i) => (
              <Tile
                key={picture.id}
                picture={picture}
                isLast={i === pictures.length - 1}
                {...(isEditor && { open: () => setOpen(picture) })}
              />
            ))}
          </ol>
        )}
      </div>
      <Suspense>{open && <PictureSheet picture={open} days={one.days} close={() => setOpen(undefined)} />}</Suspense>
    </Card>
  )
}

type Fault = { name: string; sentence: string }

/** Sends the files one after the other. A refused one does not stop the others. */
const useUpload = (id: number) => {
  const [faults, setFaults] = useState<Fault[]>([])
  const { mutate, error, isPending } = useWrite<File[], Promise<Fault[]>>({
    send: async (files, guidon) => {
      const refused: Fault[] = []
      for (const file of files)
        await createPackagePicture(guidon, id, { file }).catch((error) => {
          if (!(error instanceof Refusal)) throw error
          refused.push({ name: file.name, sentence: error.errors.file?.[0] ?? error.message })
        })
      return refused
    },
    changes: ['packages'],
    done: setFaults,
  })
  return { add: (files: File[]) => files.length > 0 && mutate(files), faults, error, isPending }
}

type TileProps = { picture: PackagePicture; isLast: boolean; open?: () => void }

const Tile = ({ picture, isLast, open }: TileProps) => {
  const say = useSay()
  const { day, alt, alt_en, credit, sequence } = picture
  const words = say(alt ?? '', alt_en ?? alt ?? '')
  const called = words || say(`第 ${sequence} 張照片`, `Picture ${sequence}`)
  return (
    <li className={css.tile}>
      {open ? (
        <button type="button" className={css.open} onClick={open}>
          <Shown picture={picture} />
          <span className="unseen">{say(`修改：${called}`, `Change: ${called}`)}</span>
        </button>
      ) : (
        <Shown picture={picture} />
      )}
      {sequence === 1 && <span className={css.cover}>{say('封面', 'Cover')}</span>}
      <p className={css.words}>
        {words || <span className="late">{say('沒有替代文字', 'No description')}</span>}
        <span className="sub">
          {[day && say(`第 ${day} 天`, `Day ${day}`), credit].filter(Boolean).join('・') ||
            say('整個行程', 'Whole trip')}
        </span>
      </p>
      {open && <Moves picture={picture} isLast={isLast} called={called} />}
    </li>
  )
}

const Shown = ({ picture: { sizes, focus_x, focus_y } }: { picture: PackagePicture }) => {
  const say = useSay()
  const size = sizes.find(({ width }) => width >= 800) ?? sizes.at(-1)
  if (!size) return <span className={css.making}>{say('製作各種尺寸中…', 'Making its sizes…')}</span>
  return <img src={size.url} alt="" loading="lazy" style={focusStyle(focus_x, focus_y)} />
}

/** One position to the front or to the back. */
const Moves = ({ picture, isLast, called }: { picture: PackagePicture; isLast: boolean; called: string }) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (sequence: number, guidon) =>
      updatePackagePicture(guidon, picture.package_id, picture.id, { sequence }, { version: picture.version }),
    changes: ['packages'],
    tellsRefusal: true,
  })
  return (
    <div className={css.moves}>
      <button
        type="button"
        className="button plain square"
        disabled={isPending || picture.sequence === 1}
        onClick={() => mutate(picture.sequence - 1)}
        {...iconName(say(`往前：${called}`, `Move to the front: ${called}`))}
      >
        <Back />
      </button>
      <button
        type="button"
        className="button plain square"
        disabled={isPending || isLast}
        onClick={() => mutate(picture.sequence + 1)}
        {...iconName(say(`往後：${called}`, `Move to the back: ${called}`))}
      >
        <Forth />
      </button>
    </div>
  )
}
