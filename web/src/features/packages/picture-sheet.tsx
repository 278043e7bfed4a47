import { deletePackagePicture, type PackagePicture, type PackagePictureChange, updatePackagePicture } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { type MouseEvent, useState } from 'react'
import { numberIn } from '../../kit/typed.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Choice, Field, Form, type Given } from '../../ui/forms/form.tsx'
import { Pairs } from '../../ui/forms/form-groups.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { focusStyle } from './focus-style.ts'
import css from './pictures.module.css'

type Props = { picture: PackagePicture; days: number; close: () => void }

/** What a photograph says and shows. */
export default function PictureSheet({ picture, days, close }: Props) {
  const say = useSay()
  const { package_id, id, version } = picture
  const { mutate, error, isPending } = useWrite({
    send: (body: PackagePictureChange, guidon) => updatePackagePicture(guidon, package_id, id, body, { version }),
    says: ['照片已儲存', 'The picture is saved'],
    changes: ['packages'],
    close,
  })
  return (
    <Sheet title={say('照片', 'Picture')} close={close}>
      <Form
        of={picture}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(bodyOf(given))}
        beside={
          <ActButton
            words={['刪除', 'Remove']}
            sure={['確定刪除？', 'Remove it?']}
            act={(guidon) => deletePackagePicture(guidon, package_id, id, { version })}
            says={['照片已刪除', 'The picture is removed']}
            changes={['packages']}
            close={close}
          />
        }
      >
        <Focus picture={picture} />
        <Field
          id="alt"
          label={say(...label.alt)}
          hint={say('給看不到照片的人：照片裡有什麼。', 'For those who do not see the picture: what it shows.')}
          defaultValue={picture.alt ?? ''}
        />
        <Field id="alt_en" label={say(...label.alt_en)} lang="en" defaultValue={picture.alt_en ?? ''} />
        <Pairs>
          <Choice
            id="day"
            label={say('第幾天', 'Day')}
            defaultValue={picture.day ? String(picture.day) : ''}
            options={[
              ['', say('整個行程', 'Whole trip')],
              ...Array.from({ length: days }, (_, i) => [`${i + 1}`, say(`第 ${i + 1} 天`, `Day ${i + 1}`)] as const),
            ]}
          />
          <Field id="credit" label={say(...label.credit)} defaultValue={picture.credit ?? ''} />
        </Pairs>
      </Form>
    </Sheet>
  )
}

/** The point in the picture that stays visible, chosen by a click or by two sliders, and how a card shows it. */
const Focus = ({ picture }: { picture: PackagePicture }) => {
  const say = useSay()
  const [x, setX] = useState(picture.focus_x)
  const [y, setY] = useState(picture.focus_y)
  const size = picture.sizes.at(-1)
  const choose = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    setX(Math.round((100 * (clientX - left)) / width))
    setY(Math.round((100 * (clientY - top)) / height))
  }
  return (
    <fieldset className={css.focus}>
      <legend>{say('焦點', 'Focus')}</legend>
      <p className="small soft">
        {say(
          '點選照片裡最重要的地方；畫面較小時，這裡一定看得到。',
          'Click the most important point: it stays visible where only a part of the picture fits.',
        )}
      </p>
      {size && (
        <div className={css.views}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the two fields below do the same with the keyboard. */}
          <div className={css.whole} onClick={choose}>
            <img src={size.url} alt="" />
            <i aria-hidden="true" style={{ left: `${x}%`, top: `${y}%` }} />
          </div>
          <img className={css.part} src={size.url} alt="" style={focusStyle(x, y)} />
        </div>
      )}
      <Pairs>
        <Percent id="focus_x" label={say('從左（%）', 'From the left (%)')} value={x} set={setX} />
        <Percent id="focus_y" label={say('從上（%）', 'From the top (%)')} value={y} set={setY} />
      </Pairs>
    </fieldset>
  )
}

type PercentProps = { id: string; label: string; value: number; set: (value: number) => void }
const Percent = ({ id, label, value, set }: PercentProps) => (
  <Field
    id={id}
    label={label}
    type="range"
    min={0}
    max={100}
    value={value}
    onChange={({ target }) => set(target.valueAsNumber)}
  />
)

const bodyOf = (given: Given): PackagePictureChange => ({
  alt: given('alt') || null,
  alt_en: given('alt_en') || null,
  credit: given('credit') || null,
  day: numberIn(given('day')),
  focus_x: Number(given('focus_x')),
  focus_y: Number(given('focus_y')),
})
