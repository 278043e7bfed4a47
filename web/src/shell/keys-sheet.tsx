import { useSay, type Words } from '../kit/words.ts'
import { Sheet } from '../ui/forms/sheet.tsx'
import css from './keys-sheet.module.css'

type Keys = readonly [keys: readonly string[], does: Words]

const groups: readonly (readonly [title: Words, keys: readonly Keys[]])[] = [
  [
    ['所有頁面', 'Everywhere'],
    [
      [
        ['Ctrl K', '/'],
        ['搜尋、前往、動作', 'Find, go to, do'],
      ],
      [['?'], ['這張表', 'This list']],
      [['Esc'], ['關閉', 'Close']],
    ],
  ],
  [
    ['清單', 'Lists'],
    [
      [
        ['j', 'k'],
        ['下一列、上一列', 'Next row, previous row'],
      ],
      [['Enter'], ['打開', 'Open it']],
    ],
  ],
  [
    ['表單', 'Forms'],
    [
      [['Ctrl Enter'], ['送出，在任何欄位都可以', 'Send, from every field']],
      [
        ['↑', '↓'],
        ['日期：後一天、前一天', 'Date: next day, previous day'],
      ],
      [['Alt ↓'], ['日期：打開日曆', 'Date: open the calendar']],
      [
        ['PageUp', 'PageDown'],
        ['日曆：上個月、下個月', 'Calendar: previous month, next month'],
      ],
    ],
  ],
]

/** The list of keyboard shortcuts. */
export default function KeysSheet({ close }: { close: () => void }) {
  const say = useSay()
  return (
    <Sheet title={say('鍵盤快速鍵', 'Keyboard shortcuts')} close={close}>
      {groups.map(([title, keys]) => (
        <section key={title[1]}>
          <h3>{say(...title)}</h3>
          <dl className={css.keys}>
            {keys.map(([names, does]) => (
              <div key={does[1]}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{say(...does)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="soft small">{say('在 Mac 上用 ⌘ 代替 Ctrl。', 'On a Mac, ⌘ does what Ctrl does.')}</p>
    </Sheet>
  )
}
