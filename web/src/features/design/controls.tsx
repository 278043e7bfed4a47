import * as label from 'guidon-sdk/labels'
import Ban from '~icons/lucide/ban'
import Copy from '~icons/lucide/copy'
import Eraser from '~icons/lucide/eraser'
import Mail from '~icons/lucide/mail'
import Plus from '~icons/lucide/plus'
import Trash from '~icons/lucide/trash'
import { useSay } from '../../kit/words.ts'
import { type Act, ActsMenu } from '../../ui/acts-menu.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import SureSheet from '../../ui/forms/sure-sheet.tsx'
import { Line, Part } from './part.tsx'

export const ButtonsAndChips = () => {
  const say = useSay()
  const buttons = [
    ['main', say('送出', 'Send')],
    ['', say('匯入…', 'Import…')],
    ['grave', say('作廢', 'Void')],
    ['main grave', say('取消訂單', 'Cancel the booking')],
    ['plain', say('清除', 'Clear')],
    ['small', say('全部一檔', 'All in one file')],
  ] as const
  return (
    <>
      <Part title={say('按鈕', 'Button')}>
        <Line>
          {buttons.map(([kind, words]) => (
            <button key={kind} type="button" className={`button ${kind}`}>
              {words}
            </button>
          ))}
          <button type="button" className="button square" aria-label={say('新增', 'Add')} title={say('新增', 'Add')}>
            <Plus width={16} height={16} />
          </button>
          <button type="button" className="button main" disabled>
            {say('請稍候…', 'One moment…')}
          </button>
        </Line>
        <button type="button" className="button full">
          {say('報名並保留名額三天', 'Register and keep the seats for three days')}
        </button>
      </Part>
      <Part title={say('選項', 'Chip')}>
        <Line>
          <button type="button" className="chip" aria-pressed="true">
            {say('全部', 'All')} <b>18</b>
          </button>
          <button type="button" className="chip" aria-pressed="false">
            {say('東北亞', 'Northeast Asia')} <b>7</b>
          </button>
          <button type="button" className="chip" aria-pressed="false">
            {say('紐西蘭與澳洲、大洋洲', 'New Zealand, Australia and Oceania')} <b>0</b>
          </button>
        </Line>
      </Part>
    </>
  )
}

/** What may be done with a record: its main act, and a menu of the others, of which two take something away. */
export const Acts = () => {
  const say = useSay()
  const nothing = () => {}
  const acts: Act[] = [
    { words: ['複製…', 'Clone…'], icon: Copy, act: nothing },
    {
      words: ['寄給飯店、地接與保險公司…', 'Mail it to hotels, land operator and insurer…'],
      icon: Mail,
      act: nothing,
      isPending: true,
    },
    { words: ['取消訂單…', 'Cancel the booking…'], icon: Ban, act: nothing },
    {
      words: ['刪除…', 'Remove…'],
      icon: Trash,
      isGrave: true,
      sheet: (close) => (
        <SureSheet
          title={say('刪除行程', 'Remove the package')}
          lost={say('每日行程與價格都會消失，無法復原。', 'Its days and prices are gone for good.')}
          send={say('刪除', 'Remove')}
          act={async () => {}}
          changes={[]}
          close={close}
        />
      ),
    },
    { words: ['刪除個資…', 'Erase…'], icon: Eraser, isGrave: true, act: nothing },
  ]
  return (
    <Part title={say('修改與更多', 'Edit and more')}>
      <Line>
        <Edit>
          {(close) => (
            <Sheet title={say('修改', 'Edit')} close={close}>
              <p>{say('這裡是表單。', 'Here is the form.')}</p>
            </Sheet>
          )}
        </Edit>
        <ActsMenu acts={acts} />
        <ActsMenu acts={acts} of={say('報價單', 'Quotation')} />
      </Line>
    </Part>
  )
}

/** A field empty, filled, wrong and waiting, and each kind of control. */
export const Fields = ({ density }: { density: string }) => {
  const say = useSay()
  const id = (name: string) => `${density}-${name}`
  return (
    <Part title={say('欄位', 'Field')}>
      <div className="field">
        <label htmlFor={id('empty')}>{say('中文姓名', 'Name in Chinese')}</label>
        <input className="input" id={id('empty')} placeholder={say('王美玲', 'Mei-Ling Wang')} autoComplete="off" />
      </div>
      <div className="pair">
        <div className="field">
          <label htmlFor={id('filled')}>{say(...label.mobile)}</label>
          <input
            className="input"
            id={id('filled')}
            defaultValue="0912-345-678"
            autoComplete="off"
            aria-describedby={id('hint')}
          />
          <p className="hint" id={id('hint')}>
            {say('出發前一天領隊會來電。', 'The leader calls on the day before departure.')}
          </p>
        </div>
        <div className="field">
          <label htmlFor={id('wrong')}>{say(...label.passport_expires_on)}</label>
          <input
            className="input"
            id={id('wrong')}
            defaultValue="2027-01-01"
            aria-invalid="true"
            aria-describedby={id('fault')}
          />
          <p className="fault" id={id('fault')}>
            {say(
              '回國時須仍有六個月效期，請先換發護照。',
              'It must be valid for six months after the return: renew it first.',
            )}
          </p>
        </div>
      </div>
      <div className="field">
        <label htmlFor={id('kind')}>{say('餐食', 'Meals')}</label>
        <select className="input" id={id('kind')}>
          <option>{say('無特別需求', 'No special meals')}</option>
          <option>{say('素食', 'Vegetarian')}</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor={id('long')}>{say('想對我們說的話', 'A word to us')}</label>
        <textarea className="input" id={id('long')} rows={3} />
        <p className="hint warn">{say('客人看得到這段文字。', 'The customer reads this.')}</p>
      </div>
      <div className="field">
        <label htmlFor={id('waiting')}>{say('訂單編號', 'Number of the booking')}</label>
        <input className="input" id={id('waiting')} value={say('正在編號…', 'Being numbered…')} disabled readOnly />
      </div>
      <label className="choice">
        <input type="checkbox" /> {say('寄一份副本給我', 'Send me a copy')}
      </label>
      <label className="choice">
        <input type="radio" name={id('room')} defaultChecked /> {say('與同行的人同住', 'Share a room with my party')}
      </label>
      <label className="choice">
        <input type="radio" name={id('room')} /> {say('單人房，另加價', 'A room of my own, at a supplement')}
      </label>
    </Part>
  )
}
